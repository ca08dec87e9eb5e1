// The format of a folder of state: its version is in the folder. An older one is carried over, a newer one refused.
import type { Change, Tables } from './tables.js';

export const FORMAT = 1;

/** What makes of the tables of one version those of the next. */
export type FormatStep = (tables: Tables) => Iterable<Change>;

/** Version -> the step from it to the next; none so far, as this is the first version. */
const STEPS: ReadonlyMap<number, FormatStep> = new Map();

export type FormatOutcome =
  | { readonly kind: 'ready'; readonly carriedFrom?: number }
  /** Nothing has been written yet. */
  | { readonly kind: 'new' }
  | { readonly kind: 'newer' | 'older'; readonly version: number }
  /** No such version has ever been written. */
  | { readonly kind: 'damaged'; readonly why: string };

export function formatOf(tables: Tables, current = FORMAT, steps = STEPS): FormatOutcome {
  const version = tables.get('meta', 'format');
  if (version === undefined) {
    const isEmpty = tables.count('meta') === 0 && tables.count('commands') === 0;
    return isEmpty
      ? { kind: 'new' }
      : { kind: 'damaged', why: 'there are records, and no version of the format' };
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return { kind: 'damaged', why: 'the version of the format is none' };
  if (version > current) return { kind: 'newer', version };
  if (version === current) return { kind: 'ready' };
  for (let at = version; at < current; at++)
    if (!steps.has(at)) return { kind: 'damaged', why: `no version ${at} of the format was ever written` };
  return { kind: 'older', version };
}

/** Makes the tables those of the current format; each step is written whole, with the version that it leads to. */
export async function carryOver(tables: Tables, current = FORMAT, steps = STEPS): Promise<FormatOutcome> {
  const found = formatOf(tables, current, steps);
  if (found.kind === 'new') {
    const { durable } = await tables.write([{ table: 'meta', key: 'format', value: current }], false);
    await durable;
    return found;
  }
  if (found.kind !== 'older') return found;
  for (let at = found.version; at < current; at++) {
    const changes = [...(steps.get(at)?.(tables) ?? [])];
    const { durable } = await tables.write(
      [...changes, { table: 'meta', key: 'format', value: at + 1 }],
      false,
    );
    await durable;
  }
  return { kind: 'ready', carriedFrom: found.version };
}
