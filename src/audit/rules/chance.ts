// What chance brings about by itself, for rules that must not call it a habit.

/** The probability of `count` or more where chance brings `expected` in the mean (Poisson). */
export function chanceOf(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let fewer = 0;
  for (let each = 0; each < count; each++) {
    fewer += term;
    term = (term * expected) / (each + 1);
  }
  return Math.max(0, 1 - fewer);
}
