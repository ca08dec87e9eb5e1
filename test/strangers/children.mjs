// Processes that the runner has started. None outlives it.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set();

export function start(program, words, options) {
  const child = spawn(program, words, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

export function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Whether it ended within so many ms. */
export async function endsWithin(child, time) {
  if (hasEnded(child)) return true;
  const waiting = new AbortController();
  const ended = new Promise((done) => child.once('exit', () => done(true)));
  const result = await Promise.race([
    ended,
    sleep(time, false, { signal: waiting.signal }).catch(() => false),
  ]);
  waiting.abort();
  return result;
}

/** Asks it to end by a signal, and ends it if it has not within so many ms. */
export async function end(child, signal, time) {
  if (hasEnded(child)) return;
  child.kill(signal);
  if (await endsWithin(child, time)) return;
  child.kill('SIGKILL');
  await endsWithin(child, 5000);
}

export function endAll() {
  return Promise.all([...running].map((child) => end(child, 'SIGTERM', 3000)));
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
