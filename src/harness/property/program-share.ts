// The places of the programs that one of several runs takes, so that all of them together run each program once.

/** One of `count` equal shares of a whole. */
export interface ShareOf {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/**
 * The place of the nth program (from 0) of a share; of the whole when there is none. Each share has one place of every
 * `count` in a row, and not always the same one: kinds of programs take turns, and a fixed distance would meet only some.
 */
export function placeOfProgram(nth: number, share: ShareOf | undefined): number {
  if (!share) return nth;
  const { index, count } = share;
  return nth * count + ((index - 1 + turn(nth)) % count);
}

/** A number from 0 on that looks like chance, and is the same for the same row in every run. */
function turn(row: number): number {
  let mixed = Math.imul(row + 1, 0x9e37_79b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
