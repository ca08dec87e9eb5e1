// A run whose reader has stopped reading, as a pager or a hung log collector does: it ends when it is told to.
import { expect, test } from 'vitest';
import { start } from './bin.js';

/** Several times what a pipe and the buffers at its ends hold, also where few checks have run. */
const LONG = ['run', '--report', 'json=-', '--time', '60s'];

test('an interrupt ends it within half a minute', async () => {
  const running = start([...LONG, '--verbose'], { unread: true });
  // Most checks have run, so that the report is long.
  await running.printed('stderr', /(?:\n[^\n]*){300}/);
  running.kill('SIGINT');
  const since = Date.now();
  const { code, signal } = await running.ended;
  expect(Date.now() - since).toBeLessThan(30_000);
  // The report could not be written.
  expect({ code, signal }).toEqual({ code: 2, signal: null });
});

test('a deadline ends it', async () => {
  const since = Date.now();
  const { code, signal } = await start([...LONG, '--deadline', '3s'], { unread: true }).ended;
  expect(Date.now() - since).toBeLessThan(45_000);
  expect({ code, signal }).toEqual({ code: 2, signal: null });
});
