// Profiles that do not fit, with every option: a run says what is wrong, and ends with a code that means something.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { start } from '../../e2e/bin.js';
import { witnessed } from '../../e2e/witness.js';
import { attackSeed, sized } from '../size.js';
import { tried } from './profile-maker.js';

const WHOLE = 60;
const AT_A_TIME = 3;
const CHECKS = ['relay/*', 'events/power*', 'events/input-changed*', 'devices/*', 'rs485/*', 'properties/*'];
const MEANT = [0, 1, 2, 3, 4];

test('no profile ends a run by an error of ours, and restricted runs leave every relay as it is', async () => {
  const random = createRandom(attackSeed()).stream('attack/profiles');
  const codes: Record<string, number> = {};
  const wrong: string[] = [];
  const turn = async (at: number): Promise<void> => {
    const simulator = await witnessed('--speed', '20');
    const { text, options, env, ...said } = tried(random, simulator.url);
    const folder = mkdtempSync(join(tmpdir(), 'conform-profiles-'));
    const path = join(folder, 'lab.yaml');
    writeFileSync(path, text);
    const args = [
      'run',
      ...CHECKS,
      '--target',
      path,
      '--speed',
      '20',
      '--time',
      '2s',
      '--seed',
      String(at + 1),
    ];
    const run = start([...args, ...options, '--restore-dir', join(folder, 'kept')], { env });
    const { code, stdout, stderr } = await run.ended;
    const key = String(code);
    codes[key] = (codes[key] ?? 0) + 1;
    const all = `${stdout}${stderr}`;
    const trace = /^\s+at .+:\d+:\d+\)?$|SafetyError|internal error/m.exec(all)?.[0];
    const on = await simulator.relaysOn();
    if (code === null || !MEANT.includes(code) || trace !== undefined || on.length > 0)
      wrong.push(`${JSON.stringify({ ...said, options, code, trace, on })}\n${text}\n${all.slice(-2000)}`);
    simulator.process.kill('SIGKILL');
    await simulator.process.ended;
  };
  const whole = sized(WHOLE);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < whole; at = next++) await turn(at);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  console.info(
    `${whole} profiles: exit codes ${JSON.stringify(codes)}, ${wrong.length} not as they have to be`,
  );
  expect(wrong).toEqual([]);
});
