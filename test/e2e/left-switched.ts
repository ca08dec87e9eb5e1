// Runs that leave something switched when they are ended: how they are started, what they keep, what they report.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach } from 'vitest';
import { type Ended, type Running, start } from './bin.js';
import type { Witnessed } from './witness.js';

export const SLOW = fileURLToPath(new URL('files/lab/slow.yaml', import.meta.url));
/** In ms: a run that is told to end is over then. */
export const WITHIN = 30_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conform-restore-'));
});

/** A path in the folder of the test. */
export const inFolder = (name: string): string => join(folder, name);
export const kept = (): readonly string[] =>
  readdirSync(inFolder('kept')).filter((name) => !name.startsWith('.'));
/** Faster than life, so that nobody waits for what may still come of a request. */
export const SPEED = ['--speed', '4'];
export const at = (url: string): string[] => ['--target', url, ...SPEED, '--restore-dir', inFolder('kept')];
export const runAt = (url: string, ...more: string[]): Running => start(['run', ...at(url), ...more]);
export const restoreAt = (url: string): Promise<Ended> => start(['restore', ...at(url)]).ended;

export const reportAt = (name: string): string => inFolder(`${name}.json`);
export const report = (
  name: string,
): { readonly cutShort: string; readonly notRestored: readonly string[] } =>
  JSON.parse(readFileSync(reportAt(name), 'utf8'));

/** A run that has switched a relay on and waits. */
export async function lampIsOn(url: string, { relaysOn }: Witnessed, ...more: string[]): Promise<Running> {
  const running = runAt(url, SLOW, '--verbose', ...more);
  await running.printed('stderr', /running lab\/slow/);
  for (;;) {
    if ((await relaysOn()).length > 0) return running;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How long it took to end from now on, in ms. */
export async function timeToEnd(running: Running): Promise<{ readonly ended: Ended; readonly took: number }> {
  const since = Date.now();
  const ended = await running.ended;
  return { ended, took: Date.now() - since };
}
