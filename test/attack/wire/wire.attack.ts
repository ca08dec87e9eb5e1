// The executable against a server that is hostile on the wire, over real sockets: whatever comes, a run ends in time,
// with one of its exit codes, and what is red names a rule.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { type Ended, start } from '../../e2e/bin.js';
import { attackSeed, sized } from '../size.js';
import { startHostileProxy } from './hostile-proxy.js';
import { drawHostility } from './hostility.js';

const SEEDS = 240;
const AT_A_TIME = 2;
/** In ms of the machine, loaded as it may be. */
const LONGEST = 240_000;
/** Something of each area, over both channels. */
const WHAT = [
  ...[
    'auth/expired',
    'auth/missing-or-invalid*',
    'busy/control-control',
    'commands/shape*',
    'devices/detail-is-live',
  ],
  ...[
    'devices/add',
    'envelope/bad-input*',
    'events/relay-changed',
    'events/changes',
    'idempotency/result-returned*',
  ],
  ...[
    'refresh/min-interval*',
    'relay/effect*',
    'rs485/answer*',
    'scope/control-denied*',
    'ws/ping',
    'ws/correlation',
  ],
];

interface Shot {
  readonly name: string;
  readonly ended: Ended;
  readonly hits: number;
  readonly took: number;
}

test(`a run ends with a verdict, whatever bytes come`, async () => {
  const service = start(['serve', '--port', '0', '--speed', '10']);
  const [, url = ''] = await service.printed('stdout', /listening on (http:\S+)/);
  const [, control = '', token = ''] = await service.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const plane = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
  const bad: string[] = [];
  const codes = new Map<string, number>();
  let longest = 0;
  let next = 0;
  const from = attackSeed();
  const work = async (): Promise<void> => {
    for (let at = next++; at < sized(SEEDS); at = next++) {
      const shot = await fire(url, plane, from + at);
      longest = Math.max(longest, shot.took);
      const code = String(shot.ended.code ?? shot.ended.signal);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const told = problemOf(shot);
      const line = `seed ${from + at} | ${shot.name} | ${shot.hits} hits | ${Math.round(shot.took / 1000)} s | exit ${code}`;
      process.stdout.write(`${line}\n`);
      if (told !== undefined) bad.push(`${line} | ${told}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  service.kill('SIGTERM');
  await service.ended;
  process.stdout.write(
    `${[...codes].map(([code, count]) => `exit ${code}: ${count}`).join(', ')}; longest ${Math.round(longest / 1000)} s\n`,
  );
  expect(bad).toEqual([]);
});

async function fire(url: string, plane: Readonly<Record<string, string>>, seed: number): Promise<Shot> {
  const random = createRandom(seed).stream('wire');
  const hostility = drawHostility(random);
  const proxy = await startHostileProxy(url, hostility, random);
  const state = mkdtempSync(join(tmpdir(), 'conform-wire-'));
  const env = { ...plane, XDG_STATE_HOME: state, XDG_RUNTIME_DIR: state };
  const startedAt = performance.now();
  const running = start(['run', ...WHAT, '--target', proxy.url, '--speed', '10', '--seed', String(seed)], {
    env,
  });
  const timer = setTimeout(() => running.kill('SIGKILL'), LONGEST);
  try {
    const ended = await running.ended;
    return { name: hostility.name, ended, hits: proxy.hits(), took: performance.now() - startedAt };
  } finally {
    clearTimeout(timer);
    await proxy.close();
    rmSync(state, { recursive: true, force: true });
  }
}

function problemOf({ ended: { code, stdout, stderr } }: Shot): string | undefined {
  if (code === null || ![0, 1, 2, 3, 4].includes(code)) return `${stdout.slice(-800)} ${stderr.slice(-2000)}`;
  if (/^\s+at \S+ \(/m.test(stdout + stderr)) return `a stack trace: ${(stdout + stderr).slice(-2000)}`;
  if (code === 1 && !/FAIL/.test(stdout)) return `red without a rule: ${stdout.slice(-800)}`;
  if (code === 2 && !/does not fit|not answered|dialect|profile|API client/.test(stdout + stderr))
    return `exit 2 without a reason: ${(stdout + stderr).slice(-800)}`;
  return undefined;
}
