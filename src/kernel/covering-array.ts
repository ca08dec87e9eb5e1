// Covering arrays: few rows in which any two values (or any three) of different axes stand together once at least.
import type { RandomStream } from './random.js';

export type Axes = Readonly<Record<string, readonly string[]>>;
export type CoveringRow = Readonly<Record<string, string>>;

interface ArrayOptions {
  /** How many values are to meet; default: two. */
  readonly strength?: 2 | 3;
  /** Whether values can stand together at all; asked of rows that are not complete, too. */
  readonly possible?: (row: CoveringRow) => boolean;
}

/** Rows that are tried for each that is taken: the more, the fewer rows there are in the end. */
const CANDIDATES = 12;

/** Values that stand together, as `length=64 & way=ws`: the name of the combination. */
function nameOf(row: CoveringRow, axes: readonly string[]): string {
  return axes.map((axis) => `${axis}=${row[axis]}`).join(' & ');
}

/** Every combination of so many values of different axes that stands in the row. */
export function combinationsIn(row: CoveringRow, strength: 2 | 3 = 2): readonly string[] {
  const axes = Object.keys(row).toSorted();
  return subsets(axes, Math.min(strength, axes.length)).map((some) => nameOf(row, some));
}

/** Every combination that rows can have, with the values that it is made of. */
function wantedOf(
  axes: Axes,
  { strength = 2, possible = () => true }: ArrayOptions,
): Map<string, CoveringRow> {
  const names = Object.keys(axes).toSorted();
  const all = subsets(names, Math.min(strength, names.length)).flatMap((some) =>
    productOf(axes, some)
      .filter((row) => possible(row))
      .map((row) => [nameOf(row, some), row] as const),
  );
  return new Map(all);
}

/** Every combination that rows can have. */
export function combinationsOf(axes: Axes, options: ArrayOptions = {}): readonly string[] {
  return [...wantedOf(axes, options).keys()];
}

export function coveringArray(
  axes: Axes,
  random: RandomStream,
  options: ArrayOptions = {},
): readonly CoveringRow[] {
  const { strength = 2, possible = () => true } = options;
  const missing = wantedOf(axes, options);
  const rows: CoveringRow[] = [];
  const gain = (row: CoveringRow): number =>
    combinationsIn(row, strength).filter((each) => missing.has(each)).length;
  for (const [name, begun] of missing) {
    const candidates = Array.from({ length: CANDIDATES }, () =>
      completed(begun, random, { axes, gain, possible }),
    );
    const best = candidates.filter((each) => each !== undefined).toSorted((x, y) => gain(y) - gain(x))[0];
    missing.delete(name);
    if (!best) continue;
    rows.push(best);
    for (const each of combinationsIn(best, strength)) missing.delete(each);
  }
  return rows;
}

/** The axes in an order by chance, each with the value that meets most of what is missing. */
function completed(
  begun: CoveringRow,
  random: RandomStream,
  { axes, gain, possible }: Choice,
): CoveringRow | undefined {
  let row = begun;
  const open = Object.keys(axes).filter((axis) => row[axis] === undefined);
  while (open.length > 0) {
    const [axis = ''] = open.splice(random.integer(0, open.length - 1), 1);
    const best = mostGaining(row, axis, { axes, gain, possible });
    const chosen = best[random.integer(0, Math.max(0, best.length - 1))];
    if (!chosen) return undefined;
    row = chosen;
  }
  return row;
}

interface Choice {
  readonly axes: Axes;
  readonly gain: (row: CoveringRow) => number;
  readonly possible: (row: CoveringRow) => boolean;
}

/** The row with each value of the axis that meets as much as any of them. */
function mostGaining(
  row: CoveringRow,
  axis: string,
  { axes, gain, possible }: Choice,
): readonly CoveringRow[] {
  const choices = (axes[axis] ?? []).map((value) => ({ ...row, [axis]: value })).filter(possible);
  const most = Math.max(...choices.map(gain));
  return choices.filter((each) => gain(each) === most);
}

function productOf(axes: Axes, names: readonly string[]): readonly CoveringRow[] {
  let rows: CoveringRow[] = [{}];
  for (const name of names)
    rows = rows.flatMap((row) => (axes[name] ?? []).map((value) => ({ ...row, [name]: value })));
  return rows;
}

function subsets<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  if (size === 0) return [[]];
  return all.flatMap((first, at) => subsets(all.slice(at + 1), size - 1).map((rest) => [first, ...rest]));
}
