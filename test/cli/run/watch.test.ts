// A watched run: once at the beginning, and once more after each change, when that has settled.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createServerWatch,
  LOOK_EVERY,
  stateOfFiles,
  watchedThings,
  watchLoop,
  watchRun,
} from '../../../src/cli/run/watch.js';
import { settle } from '../../../src/cli/config/settle.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { caughtIo } from '../caught-io.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-watch-'));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

test('runs again once a change has settled, one run at a time, until it is ended', async () => {
  const clock = createManualClock(0);
  const stop = new AbortController();
  const runs: string[] = [];
  let state = 'a';
  let waits = 0;
  const looping = watchLoop({
    clock,
    signal: stop.signal,
    look: async () => state,
    run: async () => {
      runs.push(`${state} at ${clock.now()}`);
      // What changes during a run is run again.
      if (state === 'c') state = 'd';
    },
    onWaiting: () => waits++,
  });
  await clock.advance(10 * LOOK_EVERY);
  expect(runs).toEqual(['a at 0']);
  state = 'b';
  await clock.advance(LOOK_EVERY);
  state = 'c';
  await clock.advance(LOOK_EVERY);
  expect(runs).toHaveLength(1);
  await clock.advance(3 * LOOK_EVERY);
  expect(runs.map((run) => run[0])).toEqual(['a', 'c', 'd']);
  stop.abort();
  await looping;
  expect(waits).toBe(3);
});

test('watches files and folders that are named, the settings, the profile and its dialect', () => {
  write('lab.yaml', 'baseUrl: https://lab.test:8443\ndialect: words.yaml\n');
  write('conform.config.yaml', 'target: lab.yaml\nwhat: [mine.yaml, "busy/*"]\nbaseline: known.json\n');
  write('known.json', '{}');
  const settled = settle([], {}, { cwd: folder });
  if (!settled.ok) throw new Error('the settings are right');
  const { paths, address } = watchedThings(settled.value, folder);
  const names = ['mine.yaml', 'known.json', 'conform.config.yaml', 'lab.yaml', 'words.yaml'];
  expect(paths).toEqual(names.map((name) => join(folder, name)));
  expect(address?.host).toBe('lab.test:8443');
});

test('sees a file of a folder that is written, added or removed', () => {
  const below = mkdtempSync(join(folder, 'below-'));
  const states = [stateOfFiles([below])];
  const change = (act: () => void): void => {
    act();
    states.push(stateOfFiles([below]));
  };
  change(() => writeFileSync(join(below, 'a.yaml'), 'a'));
  change(() => writeFileSync(join(below, 'a.yaml'), 'longer'));
  change(() => rmSync(join(below, 'a.yaml')));
  expect(new Set(states).size).toBe(3);
  expect(states[3]).toBe(states[0]);
});

test('counts how often the server has come back, and not that it is away', async () => {
  const listening = async (port: number): Promise<{ readonly port: number; close(): Promise<void> }> => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
    const close = (): Promise<void> => new Promise((done) => server.close(() => done()));
    onTestFinished(close);
    return { port: (server.address() as { port: number }).port, close };
  };
  const first = await listening(0);
  const look = createServerWatch(new URL(`http://127.0.0.1:${first.port}`), createSystemClock());
  expect(await look()).toBe('0');
  await first.close();
  expect(await look()).toBe('0');
  await listening(first.port);
  expect([await look(), await look()]).toEqual(['1', '1']);
});

test.each([
  [[], { config: false as const }, 'there is nothing to watch'],
  [['my.yaml'], { soak: 60_000 }, '--soak goes on by itself'],
  [['my.yaml'], { live: true }, '--live goes on by itself'],
])('is refused: %j with %j', async (names, options, message) => {
  const io = caughtIo({ cwd: folder });
  expect(await watchRun(names, options, io)).toBe(2);
  expect(io.said().err).toContain(message);
});
