// Waits in a journal for what a client does, as the plan of a day says: the third command, the first refresh after each
// reconnection, again and again until there are enough samples.
import type { DayOccasion, Until, When } from '../../audit/days/day.js';
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import type { TraceRecord } from '../../trace/record.js';

/** Whatever records what a client does: a simulator, or a proxy before a service. */
export interface WatchedTraffic {
  listen(listener: (record: Seen) => void): () => void;
}

/** @returns the way to wait no longer. */
export function waitFor(journal: WatchedTraffic, when: When, act: () => void): () => void {
  const { after, nth, every, times, until } = when;
  const sights = { main: createSight(when), after: after && createSight({ sees: after }) };
  const enough = until && createSight(until);
  let isCounting = after === undefined;
  let seen = 0;
  let done = 0;
  let samples = 0;
  return journal.listen((record) => {
    if (enough?.(record)) samples++;
    if (sights.after?.(record)) {
      isCounting = true;
      seen = 0;
    }
    if (!isCounting || !sights.main(record)) return;
    seen++;
    const isTurn = seen === nth || (every !== undefined && seen > nth && (seen - nth) % every === 0);
    if (!isTurn || done >= times || samples >= (until?.count ?? Number.POSITIVE_INFINITY)) return;
    done++;
    act();
  });
}

type Seen = TraceRecord | JournalRecord;
type Sight = (record: Seen) => boolean;

function createSight({ sees, code }: Pick<Until, 'sees' | 'code'>): Sight {
  let connections = 0;
  if (code !== undefined) return createAnswerSight(sees, code);
  return (record) => {
    if (sees === 'connection' || sees === 'reconnection') {
      const isOpen = record.kind === 'connection' && record.state === 'open';
      if (isOpen) connections++;
      return isOpen && (sees === 'connection' || connections > 1);
    }
    if (sees === 'event') return record.kind === 'event' && (record.to ?? []).length > 0;
    return record.kind === 'request' && isMeant(record.what, sees);
  };
}

/** Replies of the service, and those that took their place on the way. */
function createAnswerSight(sees: DayOccasion, code: string): Sight {
  const asked = new Map<number, string>();
  return (record) => {
    if (record.kind === 'request') {
      asked.set(record.exchange, record.what);
      if (asked.size > MOST_ASKED) asked.delete(record.exchange - MOST_ASKED);
      return false;
    }
    if (record.kind !== 'reply' && record.kind !== 'delivery') return false;
    return record.code === code && isMeant(asked.get(record.exchange) ?? '', sees);
  };
}

/** Requests that are remembered for the sake of their answers. */
const MOST_ASKED = 1000;

const COMMANDS: readonly string[] = ['device.operation.execute', ...OPERATING_ENDPOINTS];

function isMeant(what: string, sees: DayOccasion): boolean {
  if (sees === 'request') return true;
  if (sees === 'command') return COMMANDS.includes(what);
  if (sees === 'refresh') return what === 'devices.read' || what === 'device.state.get';
  return what === sees;
}
