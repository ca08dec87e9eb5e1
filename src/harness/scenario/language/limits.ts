// How large a scenario may be: what is beyond is refused before it is built.
export const SCENARIO_LIMITS = {
  /** Rows of a matrix. */
  cases: 10_000,
  /** Values of all cases of a file, with what they include: lists, maps, and what stands in them. */
  values: 2_000_000,
  /** Steps of one case, those inside of others and the included ones with them. */
  steps: 1000,
  /** Steps inside of steps, and includes inside of includes. */
  depth: 16,
  /** Of one step inside of `parallel`. */
  times: 200,
  /** Steps that one `parallel` runs at once. */
  atOnce: 1000,
  /** Characters of a title. */
  title: 500,
  /** Any duration that a step names, in ms. */
  duration: 600_000,
};

/** What the cases of one file may still hold. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(most = SCENARIO_LIMITS.values) {
  let left = most;
  /** False when there is not enough left; then nothing is. */
  const spend = (value: unknown): boolean => {
    if (--left < 0) return false;
    return typeof value !== 'object' || value === null || Object.values(value).every(spend);
  };
  return { spend };
}
