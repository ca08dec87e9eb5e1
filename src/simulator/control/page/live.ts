// What a page follows: the state of the simulator and the records of its journal, sent a few times a second at most
// and never more than a page can show. Nothing is done with each request: what a page costs does not grow with them.
import type { ServerResponse } from 'node:http';
import { defined } from '../../../kernel/defined.js';
import { createSystemClock } from '../../../kernel/machine-clock.js';
import { CONTROL_LIMITS, PAGE_LIMITS } from '../../limits/limits.js';
import type { Journal, JournalCounts } from '../journal/journal.js';
import type { ControlContext } from '../route.js';
import { createDeviceViews, type DeviceSummary } from '../views.js';
import type { FaultStatus } from '../../faults/engine/instance.js';

/** Records of the past that a page begins with. */
const BACKLOG = 500;
/** Those that a page gets whose line was broken. */
const MOST_MISSED = 2000;
/** A reader that has not read so many bytes gets nothing more until it has. */
const SLOW_READER = CONTROL_LIMITS.maxUnread / 8;

/** @param since number of the last record that the page has; undefined for a page that has just been opened. */
export function followLive(
  context: ControlContext,
  since: number | undefined,
  response: ServerResponse,
): void {
  const { journal, tap } = context.installation;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const send = (event: string, data: unknown): void =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  send('records', pastOf(journal, since));
  const fresh = createFresh(journal);
  const state = createStateSender(context);
  const tapped = tap.open();
  const look = createLook(context);
  const tick = (): void => {
    timer = machine.setTimer('page', PAGE_LIMITS.interval, tick);
    if (response.writableLength > SLOW_READER) return;
    tapped.renew();
    look((ids) => {
      if (response.destroyed) return;
      const records = fresh();
      if (records) send('records', records);
      const changed = state(ids);
      if (changed) send('state', changed);
    });
  };
  const machine = createSystemClock();
  let timer = machine.setTimer('page', 0, tick);
  const stop = (): void => {
    timer.cancel();
    tapped.close();
    response.off('close', stop);
    response.off('error', stop);
  };
  response.on('close', stop);
  response.on('error', stop);
}

/** The data of an event `records`. */
export type LiveRecords = ReturnType<typeof pastOf>;

/** What the page has missed, or the last of what happened before it was there. */
function pastOf(journal: Journal, since: number | undefined) {
  const { lastSeq } = journal;
  const most = since === undefined ? BACKLOG : MOST_MISSED;
  const records = journal.after(Math.max(since ?? 0, lastSeq - most), most);
  /** `lastSeq`: number of the last record up to now that is not sent later; those whose numbers are missing are left out. */
  return { records, lastSeq };
}

/** Gives the records of one sending. A burst is sent bit by bit; what comes for longer would only be late, and is left out. */
function createFresh(journal: Journal): () => LiveRecords | undefined {
  let sent = journal.lastSeq;
  return () => {
    const { lastSeq } = journal;
    if (lastSeq === sent) return undefined;
    const records = journal.after(sent, PAGE_LIMITS.maxRecords);
    const isTooMuch = lastSeq - sent > PAGE_LIMITS.maxWaiting;
    sent = isTooMuch ? lastSeq : (records.at(-1)?.seq ?? lastSeq);
    return { records, lastSeq: sent };
  };
}

type OnLook = (ids: ReadonlySet<string> | undefined) => void;

/** Tells the devices that something has happened to; undefined where there are too many. In a cluster, others are asked. */
function createLook({ installation, pull }: ControlContext): (then: OnLook) => void {
  const { journal } = installation;
  let seen = journal.lastSeq;
  let isAsking = false;
  const idsNow = (): ReadonlySet<string> | undefined => {
    const ids = journal.devicesAfter(seen, PAGE_LIMITS.maxSearched);
    seen = journal.lastSeq;
    return ids;
  };
  const askOthers = async (): Promise<ReadonlySet<string> | undefined> => {
    // What cannot be had now is read the next time.
    await pull?.().catch(() => undefined);
    const ids = idsNow();
    const isFew = ids !== undefined && ids.size > 0 && ids.size <= PAGE_LIMITS.maxDevices;
    if (isFew) await installation.simulator.membership?.picture.devices([...ids]).catch(() => undefined);
    return ids;
  };
  return (then) => {
    if (!installation.simulator.membership) return then(idsNow());
    if (isAsking) return undefined;
    isAsking = true;
    void askOthers()
      .finally(() => (isAsking = false))
      .then(then);
    return undefined;
  };
}

/** The data of an event `state`; what has not changed since the last one is left out. */
export type LiveState = NonNullable<ReturnType<ReturnType<typeof createStateSender>>>;

/** Gives the state when it has changed since the last time, or when it was long ago. */
function createStateSender(context: ControlContext) {
  const { installation, steering } = context;
  const { journal, connections } = installation;
  let idle = Infinity;
  let lastText = '';
  let lastFaults = '';

  return (ids: ReadonlySet<string> | undefined) => {
    const faults = faultViews(installation.faults.list(), steering.state().now);
    const faultText = JSON.stringify(faults);
    const { now, ...clock } = steering.state();
    const small = {
      counts: countsOf(journal.counts),
      /** WebSocket connections. */
      connections: connections.count,
      count: installation.simulator.fleet.count,
      /** Becomes another number at a reset or a restore: everything is to be read anew. */
      life: livesOf(journal.counts),
    };
    const text = JSON.stringify([clock, small]);
    idle += PAGE_LIMITS.interval;
    const same = text === lastText && faultText === lastFaults && ids?.size === 0;
    if (same && idle < PAGE_LIMITS.heartbeat) return undefined;
    const known = faultText === lastFaults;
    [lastText, lastFaults, idle] = [text, faultText, 0];
    return {
      clock: { ...clock, now },
      ...small,
      /** Those that something has happened to. */
      devices: summariesOf(context, ids),
      /** There were more of them. */
      moreDevices: ids === undefined || ids.size > PAGE_LIMITS.maxDevices,
      ...(!known && { faults }),
    };
  };
}

function summariesOf(
  { installation }: ControlContext,
  ids: ReadonlySet<string> | undefined,
): DeviceSummary[] {
  if (ids === undefined || ids.size === 0 || ids.size > PAGE_LIMITS.maxDevices) return [];
  const { simulator, faults } = installation;
  const { summary } = createDeviceViews(simulator, faults);
  return [...ids].flatMap((deviceId) => {
    const identity = simulator.fleet.identity(deviceId);
    return identity ? [summary(identity)] : [];
  });
}

// Faults as a page shows them: with times instead of waits, so that they change only when something happens.

export type FaultView = ReturnType<typeof faultViews>[number];

/** @param now clock time in ms. */
function faultViews(statuses: readonly FaultStatus[], now: number) {
  const at = (wait: number | undefined): number | undefined =>
    wait === undefined ? undefined : Math.round((now + wait) / ROUGH) * ROUGH;
  return statuses.map(({ startsIn, endsIn, id, type, state, begins, occasions, firings, order }) =>
    defined({
      id,
      type,
      state,
      begins: state === 'waiting' ? begins : '',
      startsAt: at(startsIn),
      endsAt: at(endsIn),
      occasions,
      firings,
      order,
    }),
  );
}

/** In ms: what is left is measured anew each time, and must not look like another moment. */
const ROUGH = 100;

// What a page shows in numbers, out of the counts that the journal keeps.

function countsOf(counts: JournalCounts) {
  const seen = { requests: 0, rateLimited: 0, busy: 0, failed: 0, events: 0 };
  for (const { code, count } of counts.replies()) {
    seen.requests += count;
    if (code === 'RATE_LIMITED') seen.rateLimited += count;
    else if (code === 'DEVICE_BUSY') seen.busy += count;
    else if (code === 'INTERNAL_ERROR') seen.failed += count;
  }
  for (const count of counts.of('event').values()) seen.events += count;
  return seen;
}

/** How often the simulator has begun anew. */
function livesOf(counts: JournalCounts): number {
  const stimuli = counts.of('stimulus');
  return (stimuli.get('reset') ?? 0) + (stimuli.get('restore') ?? 0);
}
