// What a mistyped name was meant to be: the known name that it comes nearest to, and a sentence that says so.

/** More names than this are no help in a message. */
const MOST_LISTED = 24;

/**
 * @param names every name that would have been right.
 * @param elsewhere where all of them are listed, for when they are too many; default: nothing is said then.
 */
export function didYouMean(name: string, names: readonly string[], elsewhere?: string): string | undefined {
  const known = [...new Set(names)];
  const near = name.includes('*') ? closestGlob(name, known) : closestName(name, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (known.length > 0 && known.length <= MOST_LISTED) return `Known: ${known.join(', ')}.`;
  return elsewhere;
}

/** The name that is nearest in edits, or the only one that begins or ends with what was written. */
function closestName(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  if (near !== undefined || name.length < LEAST_PART) return near;
  const lower = name.toLowerCase();
  const having = [
    known.filter((each) => each.toLowerCase().startsWith(lower)),
    known.filter((each) => each.toLowerCase().endsWith(lower)),
    known.filter((each) => each.toLowerCase().includes(lower)),
  ].find((each) => each.length > 0);
  return having?.length === 1 ? having[0] : undefined;
}

/** A part of a name that is shorter says nothing. */
const LEAST_PART = 3;
const SEPARATOR = /[/.]/g;

/** The same glob with its area spelled right: `refersh/*` is `refresh/*`. */
function closestGlob(glob: string, known: readonly string[]): string | undefined {
  const fixed = glob.slice(0, glob.indexOf('*'));
  const depth = fixed.match(SEPARATOR)?.length ?? 0;
  const heads = new Set(
    known.flatMap((name) => {
      const end = [...name.matchAll(SEPARATOR)][depth - 1]?.index;
      return depth === 0
        ? [name.split(SEPARATOR)[0] ?? name]
        : end === undefined
          ? []
          : [name.slice(0, end + 1)];
    }),
  );
  const near = closest(fixed, heads);
  return near === undefined || near === fixed ? undefined : near + glob.slice(fixed.length);
}

/** The candidate within a third of the name's length in edits, or undefined when none is that near. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; gives up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      let cost = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
