// Everything that comes with the program, against a simulator of another process: on the clock of the machine with
// its control plane, and ten times as fast by the address alone. The first run mostly waits, so both go at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { conform, type Ended, serving } from './bin.js';

let steered: Ended;
let byAddress: Ended;

beforeAll(async () => {
  [steered, byAddress] = await Promise.all([runSteered(), runByAddress()]);
}, 180_000);

async function runSteered(): Promise<Ended> {
  const { url, process } = await serving();
  const [, control = '', token = ''] = await process.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  return conform(...['run', '--target', url, '--control', control, '--control-token', token, '--time', '5s']);
}

async function runByAddress(): Promise<Ended> {
  const { url } = await serving('--no-control', '--speed', '10');
  return conform('run', '--target', url, '--speed', '10', '--time', '5s');
}

describe('everything that comes with the program', () => {
  test('passes against a simulator of another process on the clock of the machine', () => {
    const { code, stdout } = steered;
    // Few programs fit into so little time, and some properties get no occasion.
    expect(stdout).toMatch(/^Checks {3}\d+: \d+ passed(, \d+ skipped)? in/m);
    expect(code).toBe(0);
  });

  test('passes there by the address alone, but for what needs an act on the devices', () => {
    const { code, stdout } = byAddress;
    expect(stdout).toMatch(/^Checks {3}(\d+): \d+ passed, \d+ skipped in/m);
    expect(stdout).toContain('no stimulus');
    expect(code).toBe(0);
  });
});
