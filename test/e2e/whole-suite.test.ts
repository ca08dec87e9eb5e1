import { describe, expect, test } from 'vitest';
import { conform, serving } from './bin.js';

/** Nothing failed, nothing warned of, nothing undecided, nothing skipped. */
const ALL_PASSED = /^Checks {3}(\d+): \1 passed in/m;

describe('everything that comes with the program', () => {
  test('passes on a simulator of its own', async () => {
    const { code, stdout } = await conform('run');
    expect(stdout).toMatch(ALL_PASSED);
    expect(stdout).toContain('Relays   all as they were found');
    expect(code).toBe(0);
  });

  test('passes with every open name scrambled on both sides', async () => {
    const { code, stdout } = await conform('run', '--dialect', 'scrambled');
    expect(stdout).toMatch(ALL_PASSED);
    expect(code).toBe(0);
  });

  test('passes against a simulator of another process on the clock of the machine', async () => {
    const { url } = await serving();
    const { code, stdout } = await conform('run', '--target', url);
    expect(stdout).toMatch(ALL_PASSED);
    expect(code).toBe(0);
  });
});
