// Whether some order of the writes explains all reads: each takes place at one moment of its span, and a read
// shows what was written last. The search is that of Wing and Gong, with the visited states remembered.
import type { RegisterHistory, HistoryRead, HistoryValue, HistoryWrite } from './history.js';

/** `unknown`: the search was given up, since too much was open. */
export type Explained = 'yes' | 'no' | 'unknown';

/** States visited before the search is given up. */
const MOST_STATES = 20_000;
/** Writes and reads of one history: more are not looked at together. */
const MOST_ITEMS = 60;

interface Item {
  readonly span: HistoryWrite['span'];
  readonly certain: boolean;
  readonly write?: HistoryWrite['values'];
  readonly read?: HistoryRead['values'];
}

interface State {
  /** Places in the list of items that are done. */
  readonly done: bigint;
  readonly registers: ReadonlyMap<string, HistoryValue>;
}

/** What is in a register before anything was written to it is open. */
export function explain({ writes, reads }: RegisterHistory): Explained {
  const items: readonly Item[] = [
    ...writes.map(({ span, certain, values }) => ({ span, certain, write: values })),
    ...reads.map(({ span, values }) => ({ span, certain: true, read: values })),
  ].toSorted((a, b) => a.span.from - b.span.from);
  if (items.length > MOST_ITEMS) return 'unknown';
  const mustBeDone = items.reduce((mask, { certain }, at) => (certain ? mask | bit(at) : mask), 0n);
  const seen = new Set<string>();
  const open: State[] = [{ done: 0n, registers: new Map() }];
  for (let state = open.pop(); state; state = open.pop()) {
    if ((state.done & mustBeDone) === mustBeDone) return 'yes';
    const key = keyOf(state);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST_STATES) return 'unknown';
    open.push(...nextStates(items, state));
  }
  return 'no';
}

function bit(at: number): bigint {
  return 1n << BigInt(at);
}

function keyOf({ done, registers }: State): string {
  const values = [...registers].map(([name, value]) => `${name}=${String(value)}`).toSorted();
  return `${done.toString(36)} ${values.join(' ')}`;
}

function nextStates(items: readonly Item[], { done, registers }: State): readonly State[] {
  const isDone = (at: number): boolean => (done & bit(at)) !== 0n;
  const left = items.flatMap((item, at) => (isDone(at) ? [] : [{ item, at }]));
  const reached = Math.max(
    ...items.map(({ span }, at) => (isDone(at) ? span.from : Number.NEGATIVE_INFINITY)),
  );
  // Nothing may be done any more that something certain was over before.
  const deadline = Math.min(...left.filter(({ item }) => item.certain).map(({ item }) => item.span.to));
  return left.flatMap(({ item, at }) => {
    if (item.span.from > deadline || item.span.to < reached) return [];
    const after = apply(item, registers);
    return after ? [{ done: done | bit(at), registers: after }] : [];
  });
}

/** Undefined when the read does not show what is there. */
function apply(
  { write, read }: Item,
  registers: ReadonlyMap<string, HistoryValue>,
): State['registers'] | undefined {
  if (write) return new Map([...registers, ...write]);
  const shown = read ?? new Map<string, boolean | number>();
  for (const [name, value] of shown) {
    const held = registers.get(name);
    if (held !== undefined && held !== value) return undefined;
  }
  return new Map([...registers, ...shown]);
}
