// Runs that are ended by signals, and what is put back afterwards: the real executable, a simulator of another
// process, and lines between them that go bad.
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { badLineTo, type Mode } from './bad-line.js';
import { type Ended, type Running, start } from './bin.js';
import { type Witnessed, witnessed } from './witness.js';

const SLOW = fileURLToPath(new URL('files/lab/slow.yaml', import.meta.url));
const WITHIN = 30_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conform-restore-'));
});

const kept = (): readonly string[] =>
  readdirSync(join(folder, 'kept')).filter((name) => !name.startsWith('.'));
/** Faster than life, so that nobody waits for what may still come of a request. */
const SPEED = ['--speed', '4'];
const at = (url: string): string[] => ['--target', url, ...SPEED, '--restore-dir', join(folder, 'kept')];
const runAt = (url: string, ...more: string[]): Running => start(['run', ...at(url), ...more]);
const restoreAt = (url: string): Promise<Ended> => start(['restore', ...at(url)]).ended;

/** A run that has switched a relay on and waits. */
async function lampIsOn(url: string, { relaysOn }: Witnessed, ...more: string[]): Promise<Running> {
  const running = runAt(url, SLOW, '--verbose', ...more);
  await running.printed('stderr', /running lab\/slow/);
  for (;;) {
    if ((await relaysOn()).length > 0) return running;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How long it took to end from now on, in ms. */
async function timeToEnd(running: Running): Promise<{ readonly ended: Ended; readonly took: number }> {
  const since = Date.now();
  const ended = await running.ended;
  return { ended, took: Date.now() - since };
}

describe('a run that is killed', () => {
  test('leaves a file without a secret; conform restore puts back what it says, and does it twice', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const running = await lampIsOn(url, simulator);
    running.kill('SIGKILL');
    await running.ended;
    const [file = ''] = kept().filter((name) => name.endsWith('.restore.json'));
    const text = readFileSync(join(folder, 'kept', file), 'utf8');
    expect(text).toContain('"on": false');
    expect(text).not.toMatch(/secret|Bearer|password"/i);
    const first = await start(['restore', '--restore-dir', join(folder, 'kept')]).ended;
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is off again') });
    expect(await simulator.relaysOn()).toEqual([]);
    expect(kept()).toEqual([]);
    expect(await restoreAt(url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no run has left anything switched'),
    });
  });

  test('is made good by the next run, which never takes what it finds for the state to restore', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    for (const round of [1, 2]) {
      const running = await lampIsOn(url, simulator);
      running.kill('SIGKILL');
      await running.ended;
      expect([round, (await simulator.relaysOn()).length]).toEqual([round, 1]);
    }
    const refused = await runAt(url, SLOW, '--no-actuate').ended;
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('conform restore --target');
    expect(await runAt(url, 'auth/token').ended).toMatchObject({ code: 0 });
    expect(await simulator.relaysOn()).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test('whose file is damaged is told of, and nothing is deleted or switched', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const running = await lampIsOn(url, simulator);
    running.kill('SIGKILL');
    await running.ended;
    const [file = ''] = kept().filter((name) => name.endsWith('.restore.json'));
    const path = join(folder, 'kept', file);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
    for (const ended of [await restoreAt(url), await runAt(url, 'auth/token').ended]) {
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain(`the restore file ${path} is damaged: it is no JSON`);
    }
    expect(existsSync(path)).toBe(true);
    expect(await simulator.relaysOn()).toHaveLength(1);
  });

  test('is reported as not put back while its target is gone: exit code 3', async () => {
    const simulator = await witnessed(...SPEED);
    const { url, process } = simulator;
    const running = await lampIsOn(url, simulator);
    running.kill('SIGKILL');
    await running.ended;
    process.kill('SIGKILL');
    await process.ended;
    expect(await restoreAt(url)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cannot be reached'),
    });
    expect(kept().some((name) => name.endsWith('.restore.json'))).toBe(true);
  });
});

describe('two runs against one target', () => {
  test('are refused, with who is at work, and the first goes on', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const running = await lampIsOn(url, simulator);
    const second = await runAt(url.replace('127.0.0.1', 'localhost'), 'auth/token').ended;
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/is in use by process \d+ on \S+ since \S+Z \(conform run --target /);
    expect((await restoreAt(url)).code).toBe(2);
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 4 });
  });

  test('switch nothing where it cannot be kept what has to be put back', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    writeFileSync(join(folder, 'kept'), 'a file in the way');
    const { code, stderr } = await runAt(url, SLOW).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('nothing is switched: cannot create');
    expect(await simulator.relaysOn()).toEqual([]);
  });
});

const reportAt = (name: string): string => join(folder, `${name}.json`);
const report = (name: string): { readonly cutShort: string; readonly notRestored: readonly string[] } =>
  JSON.parse(readFileSync(reportAt(name), 'utf8'));

describe.each(SIGNALS)('%s', (signal) => {
  const orderly = async (running: Running): Promise<void> => {
    running.kill(signal);
    const { ended, took } = await timeToEnd(running);
    expect(took).toBeLessThan(WITHIN);
    expect(ended).toMatchObject({ signal: null, code: 4 });
    expect(ended.stderr).toContain(`${signal}: ending the run`);
    expect(report('r')).toMatchObject({ cutShort: 'interrupted', notRestored: [] });
    expect(kept()).toEqual([]);
  };

  test('during a check puts the relay back, and writes the report', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    await orderly(await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`));
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('while the preflight or the calibration waits for an answer ends the run at once', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const silent = await badLineTo(url);
    const asked = silent.setAt(/POST \/svc\/v1\/auth\/token/, 'hang');
    const running = runAt(silent.url, SLOW, '--report', `json=${reportAt('r')}`);
    await asked;
    await orderly(running);

    const later = await badLineTo(url);
    const upgraded = later.setAt(/upgrade: websocket/i, 'through');
    const calibrating = runAt(later.url, SLOW, '--report', `json=${reportAt('r')}`);
    await upgraded;
    await later.setAt(/GET \/svc\/v1\/devices /, 'hang');
    await orderly(calibrating);
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('during a stimulus command ends it, and undoes what it may have done', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const profile = join(folder, 'lab.yaml');
    const marks = { down: join(folder, 'down'), up: join(folder, 'up') };
    writeFileSync(
      profile,
      [
        `baseUrl: ${url}`,
        'clients:',
        '  operator: { clientId: operator, clientSecretEnv: S, scopes: [device:control, device:config, device:manage] }',
        '  controller: { clientId: controller, clientSecretEnv: C, scopes: [device:control] }',
        'devices: { bench: { deviceId: bench-01, relays: [1] } }',
        'stimuli:',
        `  drop-link: { command: [sh, -c, 'touch ${marks.down}; sleep 300'], timeout: 5m }`,
        `  restore-link: { command: [touch, ${marks.up}] }`,
      ].join('\n'),
    );
    const running = start(
      ['run', 'events/online-offline', ...at(profile), '--report', `json=${reportAt('r')}`],
      { env: { S: 'demo-operator-secret', C: 'demo-controller-secret' } },
    );
    while (!existsSync(marks.down)) await new Promise((resolve) => setTimeout(resolve, 50));
    await orderly(running);
    expect(existsSync(marks.up)).toBe(true);
  });

  test('during random programs puts everything back', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = runAt(line.url, 'properties/*', '--time', '1m', '--report', `json=${reportAt('r')}`);
    for (let commands = 0; commands < 5; commands++) await line.setAt(/POST \S+\/commands/, 'through');
    await orderly(running);
    expect(await simulator.relaysOn()).toEqual([]);
  });

  test('during a long Retry-After does not wait for it', async () => {
    const { url, env } = await witnessed(...SPEED);
    const order = ['fault', 'add', 'rate-limited', '--with', 'retryAfter=50s', '--route'];
    expect(await start([...order, 'relays.set'], { env }).ended).toMatchObject({ code: 0 });
    const line = await badLineTo(url);
    const refused = line.setAt(/POST \S+\/relays\/commands/, 'through');
    const running = runAt(line.url, SLOW, '--report', `json=${reportAt('r')}`);
    await refused;
    await orderly(running);
  });
});

test('a relay is switched back also when a long Retry-After lets nobody look', async () => {
  const simulator = await witnessed(...SPEED);
  const { url, env } = simulator;
  const running = await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`);
  const order = ['fault', 'add', 'rate-limited', '--with', 'retryAfter=10m', '--route', 'devices.read'];
  expect(await start(order, { env }).ended).toMatchObject({ code: 0 });
  running.kill('SIGINT');
  const { ended, took } = await timeToEnd(running);
  expect(took).toBeLessThan(WITHIN);
  expect(ended).toMatchObject({ signal: null });
  expect(ended.stderr).toContain('To put it back later: conform restore');
  expect(report('r').notRestored.join()).toContain('may not be off as before the run');
  expect(await simulator.relaysOn()).toEqual([]);
}, 60_000);

describe('a target that goes bad', () => {
  const goBad = async (mode: Mode): Promise<void> => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = await lampIsOn(line.url, simulator, '--report', `json=${reportAt(mode)}`);
    line.set(mode);
    running.kill('SIGINT');
    const { ended, took } = await timeToEnd(running);
    expect([mode, took < WITHIN]).toEqual([mode, true]);
    expect(report(mode).notRestored.join()).toContain('may not be off as before the run');
    expect(ended.stderr).toContain(`conform restore --target ${line.url}`);
    line.set('through');
    expect(await restoreAt(line.url)).toMatchObject({ code: 0 });
    expect(await simulator.relaysOn()).toEqual([]);
  };

  test('is left within 30 s whether it hangs, drips bytes or refuses, with a report and a way back', async () => {
    expect(await Promise.all((['hang', 'drip', 'refuse'] as const).map(goBad))).toHaveLength(3);
  }, 90_000);

  test('is not waited for at the third signal, which prints how to put back', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const line = await badLineTo(url);
    const running = await lampIsOn(line.url, simulator, '--report', `json=${reportAt('r')}`);
    line.set('hang');
    running.kill('SIGINT');
    await running.printed('stderr', /SIGINT: ending the run/);
    running.kill('SIGINT');
    await running.printed('stderr', /SIGINT: putting relays back, and nothing else/);
    running.kill('SIGTERM');
    const { ended, took } = await timeToEnd(running);
    expect(took).toBeLessThan(5000);
    expect(ended).toMatchObject({ signal: 'SIGTERM' });
    expect(ended.stderr).toContain(`To put it back: conform restore --target ${line.url}`);
    expect(existsSync(reportAt('r'))).toBe(false);
    line.set('through');
    expect(await restoreAt(line.url)).toMatchObject({ code: 0 });
    expect(await simulator.relaysOn()).toEqual([]);
  });
});

test('two signals put the relay back without a report, and the shell sees the signal', async () => {
  const simulator = await witnessed(...SPEED);
  const { url } = simulator;
  const running = await lampIsOn(url, simulator, '--report', `json=${reportAt('r')}`);
  running.kill('SIGINT');
  running.kill('SIGTERM');
  const ended = await running.ended;
  expect(ended.signal).toMatch(/^SIG(INT|TERM)$/);
  expect(await simulator.relaysOn()).toEqual([]);
  expect(existsSync(reportAt('r'))).toBe(false);
  expect(kept()).toEqual([]);
});
