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
    const { url, process } = await serving();
    const [, control = '', token = ''] = await process.printed(
      'stdout',
      /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
    );
    const { code, stdout } = await conform(
      ...['run', '--target', url, '--control', control, '--control-token', token, '--time', '5s'],
    );
    // Few programs fit into so little time, and some properties get no occasion.
    expect(stdout).toMatch(/^Checks {3}\d+: \d+ passed(, \d+ skipped)? in/m);
    expect(code).toBe(0);
  }, 120_000);

  test('passes there by the address alone, but for what needs an act on the devices', async () => {
    const { url } = await serving('--no-control', '--speed', '10');
    const { code, stdout } = await conform('run', '--target', url, '--speed', '10', '--time', '5s');
    expect(stdout).toMatch(/^Checks {3}(\d+): \d+ passed, \d+ skipped in/m);
    expect(stdout).toContain('no stimulus');
    expect(code).toBe(0);
  });
});
