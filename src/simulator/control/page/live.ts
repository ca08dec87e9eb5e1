// What a page follows: the state of the simulator and the records of its journal, sent a few times a second at most
// and never more than a page can show. All work is done while a page is open, and in proportion to what has changed.
import type { ServerResponse } from 'node:http';
import { createSystemClock } from '../../../kernel/system-clock.js';
import { CONTROL_LIMITS, PAGE_LIMITS } from '../../limits/limits.js';
import type { JournalRecord } from '../journal/entry.js';
import type { LiveRecords, LiveState } from '../replies.js';
import type { ControlContext } from '../route.js';
import { createDeviceViews } from '../views/devices.js';
import { faultViews } from './fault-views.js';
import { createTally, type Tally } from './tally.js';

/** Records of the past that a page begins with. */
const BACKLOG = 500;
/** A reader that has not read so many bytes gets nothing more until it has. */
const SLOW_READER = CONTROL_LIMITS.maxUnread / 8;

/** @param since number of the last record that the page has; undefined for a page that has just been opened. */
export function followLive(
  context: ControlContext,
  since: number | undefined,
  response: ServerResponse,
): void {
  const { journal, feed, tap } = context.installation;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const send = (event: string, data: unknown): void =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  const tally = createTally();
  const fresh = createFresh();
  send(
    'records',
    pastOf(journal.records(since === undefined ? undefined : { since }), since, journal.dropped),
  );
  const stopListening = feed.listen((record) => {
    tally.note(record);
    fresh.note(record);
  });
  const tapped = tap.open();
  const state = createStateSender(context, tally);
  const tick = (): void => {
    timer = machine.setTimer('page', PAGE_LIMITS.interval, tick);
    if (response.writableLength > SLOW_READER) return;
    tapped.renew();
    const records = fresh.take();
    if (records) send('records', { ...records, records: records.records.map((each) => feed.clean(each)) });
    const ids = tally.takeDevices();
    const { membership } = context.installation.simulator;
    if (membership)
      membership.picture.devices([...ids]).then(
        () => tell(ids),
        () => tell(ids),
      );
    else tell(ids);
  };
  const tell = (ids: ReadonlySet<string>): void => {
    const changed = response.destroyed ? undefined : state(ids);
    if (changed) send('state', changed);
  };
  const machine = createSystemClock();
  let timer = machine.setTimer('page', 0, tick);
  const stop = (): void => {
    timer.cancel();
    stopListening();
    tapped.close();
    response.off('close', stop);
    response.off('error', stop);
  };
  response.on('close', stop);
  response.on('error', stop);
}

/** What the page has missed, or the last of what happened before it was there. */
function pastOf(records: readonly JournalRecord[], since: number | undefined, dropped: number): LiveRecords {
  const shown = records.slice(-BACKLOG * (since === undefined ? 1 : 4));
  const missed = since === undefined ? 0 : Math.max(0, dropped - since) + records.length - shown.length;
  return { records: shown, leftOut: missed };
}

/** The records of one sending, and how many more there were. A burst that is small enough waits for the next ones. */
function createFresh(): { note(record: JournalRecord): void; take(): LiveRecords | undefined } {
  let records: JournalRecord[] = [];
  let leftOut = 0;
  return {
    note: (record) => {
      if (records.length < PAGE_LIMITS.maxWaiting) records.push(record);
      else leftOut++;
    },
    take: () => {
      if (records.length === 0) return undefined;
      const taken = records.slice(0, PAGE_LIMITS.maxRecords);
      records = records.slice(PAGE_LIMITS.maxRecords);
      // A burst is sent bit by bit; what comes for longer would only be late.
      const missing = leftOut === 0 ? 0 : leftOut + records.length;
      if (missing > 0) records = [];
      leftOut = 0;
      return { records: taken, leftOut: missing };
    },
  };
}

/** Gives the state when it has changed since the last time, or when it was long ago. */
function createStateSender(
  context: ControlContext,
  tally: Tally,
): (ids: ReadonlySet<string>) => LiveState | undefined {
  const { installation, steering } = context;
  let life = 0;
  let idle = Infinity;
  let lastText = '';
  let lastFaults = '';

  return (ids) => {
    if (tally.takeReset()) life++;
    const faults = faultViews(installation.faults.list(), steering.state().now);
    const faultText = JSON.stringify(faults);
    const { now, ...clock } = steering.state();
    const { connections, simulator } = installation;
    const small = {
      counts: tally.counts(),
      connections: connections.count,
      count: simulator.fleet.count,
      life,
    };
    const text = JSON.stringify([clock, small]);
    idle += PAGE_LIMITS.interval;
    const same = text === lastText && faultText === lastFaults && ids.size === 0;
    if (same && idle < PAGE_LIMITS.heartbeat) return undefined;
    const known = faultText === lastFaults;
    [lastText, lastFaults, idle] = [text, faultText, 0];
    return {
      clock: { ...clock, now },
      ...small,
      devices: summariesOf(context, ids),
      moreDevices: ids.size > PAGE_LIMITS.maxDevices,
      ...(!known && { faults }),
    };
  };
}

function summariesOf({ installation }: ControlContext, ids: ReadonlySet<string>): LiveState['devices'] {
  if (ids.size === 0 || ids.size > PAGE_LIMITS.maxDevices) return [];
  const { simulator, faults } = installation;
  const { summary } = createDeviceViews(simulator, faults);
  return [...ids].flatMap((deviceId) => {
    const identity = simulator.fleet.identity(deviceId);
    return identity ? [summary(identity)] : [];
  });
}
