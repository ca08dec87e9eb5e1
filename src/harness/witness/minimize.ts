// The fewest of many that still show something, found by leaving out and looking again: the delta debugging of Zeller
// and Hildebrandt.

/**
 * None of what comes back can be left out, unless `most` looks did not suffice for that.
 * @param shows whether a part of them still shows it; it is so of all of them.
 */
export function minimized<T>(
  all: readonly T[],
  shows: (part: readonly T[]) => boolean,
  most: number,
): readonly T[] {
  const parts = smallerParts(all, most);
  let next = parts.next();
  while (!next.done) next = parts.next(shows(next.value));
  return next.value;
}

/** The same for whoever has to wait for an answer: yields each part to look at, and takes whether it still shows it. */
export function* smallerParts<T>(
  all: readonly T[],
  most: number,
): Generator<readonly T[], readonly T[], boolean> {
  let kept = all;
  let looks = 0;
  for (let parts = 2; kept.length > 1 && looks < most;) {
    const size = Math.ceil(kept.length / parts);
    let smaller: readonly T[] | undefined;
    for (let from = 0; from < kept.length && !smaller && looks < most; from += size) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      looks++;
      if (yield rest) smaller = rest;
    }
    if (smaller) {
      kept = smaller;
      parts = Math.max(2, Math.min(parts - 1, kept.length));
    } else if (size === 1) break;
    else parts = Math.min(parts * 2, kept.length);
  }
  return kept;
}
