// What a run of everything must come to on a right target: nothing broken, nothing warned of, and as good as nothing
// undecided. On a busy machine a check that is judged by time is left undecided, as it should be; that each of them
// can be decided is shown in virtual time, by the self-test.
import { expect } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.js';
import type { Ended } from './bin.js';

const MOST_UNDECIDED = 5;

const TALLY = /^Checks {3}\d+: (\d+) passed(?:, (\d+) inconclusive)?(?:, (\d+) skipped)? in/m;

/** @returns how many checks were skipped. */
export function expectNothingBroken({ code, stdout }: Pick<Ended, 'code' | 'stdout'>): number {
  expect(stdout).toMatch(TALLY);
  const [, passed = 0, undecided = 0, skipped = 0] = (TALLY.exec(stdout) ?? []).map((text) =>
    Number(text ?? 0),
  );
  expect(passed).toBeGreaterThan(0);
  expect(undecided).toBeLessThanOrEqual(MOST_UNDECIDED);
  expect(code).toBe(undecided > 0 ? EXIT.undecided : 0);
  return skipped;
}
