// Two long texts that differ, for people: the part in which they do.

/** A text of which so much fits into a line is shown whole. */
const WHOLE = 48;
/** What is shown on either side of the place where they begin to differ. */
const [BEFORE, AFTER] = [8, 32];

/**
 * Of each its length, how far they are the same, and what comes then; undefined where both are short.
 * @param unit what `width` characters are called.
 */
export function contrastOf(
  one: string,
  other: string,
  unit = 'characters',
  width = 1,
): readonly [string, string] | undefined {
  if (Math.max(one.length, other.length) <= WHOLE) return undefined;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  same -= same % width;
  const part = (text: string): string => {
    const shown = text.slice(Math.max(0, same - BEFORE), same + AFTER);
    const [before, after] = [same > BEFORE ? '…' : '', same + AFTER < text.length ? '…' : ''];
    return `"${before}${shown}${after}" (${text.length / width} ${unit}, the same up to ${same / width})`;
  };
  return [part(one), part(other)];
}
