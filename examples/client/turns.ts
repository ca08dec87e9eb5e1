// Whose turn it is among several processes of one API client on one machine: they share the 3 seconds between two
// refreshes of a device (rule client.refresh-spacing). A file for each device, in a folder that they have in common.
import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock, Turns } from './ports.js';

/** Who holds the lock for longer has died, in ms. */
const LOCK_LIFE = 2000;
/** When another process has the lock, in ms. */
const SOON = 25;

export function turnsIn(folder: string, clock: Pick<Clock, 'now'>): Turns {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (scope: string): string =>
    join(folder, createHash('sha256').update(scope).digest('hex').slice(0, 32));
  return {
    take: (scope, ms) => {
      const file = fileOf(scope);
      const wait = locked(file, clock.now(), () => {
        const left = untilIn(file) - clock.now();
        if (left <= 0) write(file, clock.now() + ms);
        return Math.max(0, left);
      });
      return wait ?? SOON;
    },
    // The turn is this process's own: nobody else writes.
    keep: (scope, ms) => write(fileOf(scope), clock.now() + ms),
  };
}

/** In one step: nobody reads half of it. */
function write(file: string, until: number): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(until));
  renameSync(own, file);
}

function untilIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** Undefined when another process has the lock. */
function locked(file: string, now: number, work: () => number): number | undefined {
  const lock = `${file}.lock`;
  try {
    closeSync(openSync(lock, 'wx'));
  } catch {
    removeOld(lock, now);
    return undefined;
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function removeOld(lock: string, now: number): void {
  try {
    if (now - statSync(lock).mtimeMs > LOCK_LIFE) rmSync(lock, { force: true });
  } catch {
    // It has been removed meanwhile.
  }
}
