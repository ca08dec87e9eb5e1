// The lanes of the traffic: REST, each WebSocket connection as far as there is room, the physical world, faults.
import { entryTitle, type EntryTone, entryTone } from './filter.js';
import type { TrafficEntry } from '../store/traffic-log.js';

export interface LaneMark {
  readonly from: number;
  readonly to: number;
  readonly tone: EntryTone;
  readonly title: string;
  readonly seq: number;
}

export interface TrafficLane {
  readonly name: string;
  readonly marks: readonly LaneMark[];
}

/** WebSocket connections with a lane of their own; the others share one. */
const MOST_CONNECTIONS = 4;

/** In pixels. */
const LEAST_BAR = 3;

/** Where bars may be, in pixels; `x` is the place of a clock time. */
export interface LaneArea {
  readonly left: number;
  readonly right: number;
  readonly x: (at: number) => number;
}

/** The ends of a bar in pixels. What has just begun is still to be seen, also while the clock is paused. */
export function barOf({ from, to }: LaneMark, { left, right, x }: LaneArea): { start: number; end: number } {
  const start = Math.round(Math.min(Math.max(left, x(from)), right - LEAST_BAR));
  return { start, end: Math.max(start + LEAST_BAR, Math.round(Math.min(right, x(to)))) };
}

/** @param entries oldest first. @param from clock time in ms, as `to`; what has no end yet lasts until `now`. */
export function trafficLanes(
  entries: readonly TrafficEntry[],
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): TrafficLane[] {
  const lanes = new Map<string, LaneMark[]>([
    ['REST', []],
    ['Physical world', []],
    ['Faults', []],
  ]);
  const put = (name: string, mark: LaneMark): void => {
    const lane = lanes.get(name);
    if (lane) lane.push(mark);
    else lanes.set(name, [mark]);
  };
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (!entry || entry.kind === 'gap') continue;
    // Nothing takes longer than this: what began before is no longer looked for.
    if (entry.at < from - LONGEST) break;
    const end = endOf(entry, now);
    if (end < from || entry.at > to) continue;
    const mark = {
      from: entry.at,
      to: end,
      tone: entryTone(entry),
      title: entryTitle(entry),
      seq: entry.seq,
    };
    for (const name of lanesFor(entry)) put(name, mark);
  }
  return inOrder(lanes);
}

const LONGEST = 60_000;

function endOf(entry: Exclude<TrafficEntry, { kind: 'gap' }>, now: number): number {
  if (entry.kind === 'mark') return entry.at;
  return entry.delivery?.at ?? entry.reply?.at ?? (entry.isCut ? entry.at : now);
}

function lanesFor(entry: Exclude<TrafficEntry, { kind: 'gap' }>): readonly string[] {
  if (entry.kind === 'exchange')
    return [entry.request.channel === 'rest' ? 'REST' : (entry.request.connection ?? 'WebSocket')];
  const { record } = entry;
  switch (record.kind) {
    case 'event':
      return record.connection === '*' ? (record.to ?? []) : [record.connection];
    case 'connection':
      return [record.connection === 'none' ? 'WebSocket' : record.connection];
    case 'fault':
    case 'bug':
      return ['Faults'];
    default:
      return ['Physical world'];
  }
}

function inOrder(lanes: ReadonlyMap<string, LaneMark[]>): TrafficLane[] {
  const fixed = new Set(['REST', 'Physical world', 'Faults']);
  const connections = [...lanes].filter(([name]) => !fixed.has(name));
  const busiest = connections.toSorted(([, a], [, b]) => b.length - a.length);
  const own = busiest
    .slice(0, MOST_CONNECTIONS)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const rest = busiest.slice(MOST_CONNECTIONS);
  const shared = rest.flatMap(([, marks]) => marks);
  const lane = (name: string, shown = name): TrafficLane => ({ name: shown, marks: lanes.get(name) ?? [] });
  return [
    lane('REST'),
    ...own.map(([name]) => lane(name, name === 'WebSocket' ? name : `WebSocket ${name}`)),
    ...(rest.length > 0 ? [{ name: `${rest.length} more WebSockets`, marks: shared }] : []),
    lane('Physical world'),
    lane('Faults'),
  ];
}
