// Runs that were killed, or that find others at work, and what is put back afterwards: the real executable and a
// simulator of another process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from './bin.js';
import { inFolder, kept, lampIsOn, restoreAt, runAt, SLOW, SPEED } from './left-switched.js';
import { witnessed } from './witness.js';

describe('a run that is killed', () => {
  test('leaves a file without a secret; conform restore puts back what it says, and does it twice', async () => {
    const simulator = await witnessed(...SPEED);
    const { url } = simulator;
    const running = await lampIsOn(url, simulator);
    running.kill('SIGKILL');
    await running.ended;
    const [file = ''] = kept().filter((name) => name.endsWith('.restore.json'));
    const text = readFileSync(join(inFolder('kept'), file), 'utf8');
    expect(text).toContain('"on": false');
    expect(text).not.toMatch(/secret|Bearer|password"/i);
    const first = await start(['restore', '--restore-dir', inFolder('kept'), '--verbose']).ended;
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('is off again') });
    expect(first.stderr).toMatch(/^relays\.set {2}bench-\d+ {2}SUCCESS$/m);
    expect(await simulator.relaysOn()).toEqual([]);
    expect(kept()).toEqual([]);
    expect(await restoreAt(url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('no run has left anything switched'),
    });
  });

  test('while its scripts are tried leaves the file, and a script that puts back what it has changed', async () => {
    const simulator = await witnessed('--defect', 'key-forgotten-after-five-seconds', ...SPEED);
    const { url, relaysOn } = simulator;
    const running = runAt(url, 'commands/some-seconds-later', '--save-repro', inFolder('scripts'));
    await running.printed('stdout', /^Result/m);
    await expect.poll(relaysOn, { interval: 50, timeout: 20_000 }).not.toEqual([]);
    running.kill('SIGKILL');
    await running.ended;
    expect(kept()).toContainEqual(expect.stringMatching(/\.restore\.json$/));
    await expect.poll(relaysOn, { interval: 50, timeout: 20_000 }).toEqual([]);
    expect(await restoreAt(url)).toMatchObject({ code: 0 });
    expect(kept()).toEqual([]);
  });

  test('is put back without a word of each step by conform restore --quiet', async () => {
    const simulator = await witnessed(...SPEED);
    const running = await lampIsOn(simulator.url, simulator);
    running.kill('SIGKILL');
    await running.ended;
    const { code, stdout, stderr } = await start(['restore', '--restore-dir', inFolder('kept'), '--quiet'])
      .ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^[^\n]*: everything is as it was before the run\n$/);
    expect(await simulator.relaysOn()).toEqual([]);
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
    const path = join(inFolder('kept'), file);
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
    writeFileSync(inFolder('kept'), 'a file in the way');
    const { code, stderr } = await runAt(url, SLOW).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('nothing is switched: cannot create');
    expect(await simulator.relaysOn()).toEqual([]);
  });
});
