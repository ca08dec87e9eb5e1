// Everything that comes with the program, against a simulator of another process: on the clock of the machine with
// its control plane, and ten times as fast by the address alone. The first run mostly waits, so both go at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { conform, type Ended, serving } from './bin.js';

let steered: Promise<Ended>;
let byAddress: Promise<Ended>;

/** Begins both; the tests wait for them. */
beforeAll(async () => {
  const { url, process } = await serving();
  const [, control = '', token = ''] = await process.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const fast = await serving('--no-control', '--speed', '10');
  const plane = ['--control', control, '--control-token', token];
  steered = conform('run', '--target', url, ...plane, '--time', '5s');
  byAddress = conform('run', '--target', fast.url, '--speed', '10', '--time', '5s');
});

describe('everything that comes with the program', () => {
  test('passes against a simulator of another process on the clock of the machine', async () => {
    const { code, stdout } = await steered;
    // Few programs fit into so little time, and some properties get no occasion.
    expect(stdout).toMatch(/^Checks {3}\d+: \d+ passed(, \d+ skipped)? in/m);
    expect(code).toBe(0);
  });

  test('passes there by the address alone, but for what needs an act on the devices', async () => {
    const { code, stdout } = await byAddress;
    expect(stdout).toMatch(/^Checks {3}(\d+): \d+ passed, \d+ skipped in/m);
    expect(stdout).toContain('no stimulus');
    expect(code).toBe(0);
  });
});
