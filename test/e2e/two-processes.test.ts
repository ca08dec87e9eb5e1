// Everything that comes with the program, against a simulator of another process: on the clock of the machine with
// its control plane, and twice as fast by the address alone. The first run mostly waits, so both go at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { conform, type Ended, serving, start } from './bin.js';
import { expectAllHolds } from './whole-run.js';

let steered: Promise<Ended>;
let byAddress: Promise<Ended>;

/** Begins both; the tests wait for them. */
beforeAll(async () => {
  const { url, process } = await serving();
  const [, control = '', token = ''] = await process.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const fast = await serving('--no-control', '--speed', '2');
  const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
  steered = start(['run', '--target', url, '--time', '5s'], { env }).ended;
  byAddress = conform('run', '--target', fast.url, '--verbose', '--speed', '2', '--time', '5s');
});

describe('everything that comes with the program', () => {
  test('passes against a simulator of another process on the clock of the machine', async () => {
    expectAllHolds(await steered);
  });

  test('passes there by the address alone, but for what needs an act on the devices', async () => {
    const run = await byAddress;
    expect(expectAllHolds(run)).toBeGreaterThan(0);
    expect(run.stdout).toContain('no stimulus');
  });
});
