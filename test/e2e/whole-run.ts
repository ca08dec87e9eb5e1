// What a run of everything must come to on a right target: nothing broken, nothing warned of, and nothing undecided.
import { expect } from 'vitest';
import type { Ended } from './bin.js';

const TALLY = /^Checks {3}\d+: (\d+) passed(?:, (\d+) skipped)? in/m;

/** @returns how many checks were skipped. */
export function expectAllHolds({ code, stdout }: Pick<Ended, 'code' | 'stdout'>): number {
  expect(stdout).toMatch(TALLY);
  const [, passed = 0, skipped = 0] = (TALLY.exec(stdout) ?? []).map((text) => Number(text ?? 0));
  expect(passed).toBeGreaterThan(0);
  expect(code).toBe(0);
  return skipped;
}
