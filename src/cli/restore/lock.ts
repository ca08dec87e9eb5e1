// One run at a time against one target: a file that says who is at it. What a dead process has left of it is no
// obstacle.
import { execFile } from 'node:child_process';
import { link, readFile, readlink, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';
import type { Clock, Timer } from '../../kernel/clock.js';
import { jsonIn } from '../../kernel/json.js';
import type { Secrets } from '../../output/secrets.js';
import { safeText, type SafeText } from '../../output/writer.js';
import { errorCode, systemWords } from '../files.js';
import { temporaryFor, writeFlushed } from './durable-file.js';

const holder = z.object({
  pid: z.int().positive(),
  /** When the process began, in the words of the system; absent where it does not tell. */
  began: z.string().optional(),
  host: z.string(),
  boot: z.string(),
  space: z.string(),
  /** In ISO 8601. */
  since: z.string(),
  command: z.string(),
});
export type Holder = z.infer<typeof holder>;

export type Locked =
  | { readonly kind: 'held'; release(): Promise<void> }
  /** Somebody else has it; undefined when the lock does not say who. */
  | { readonly kind: 'taken'; readonly by: Holder | undefined }
  | { readonly kind: 'failed'; readonly why: string };

interface LockOptions {
  readonly path: string;
  /** What the holder does, for people; without secrets. */
  readonly command: string;
  readonly secrets: Secrets;
  /** The machine's clock. */
  readonly clock: Clock;
}

/** How often the holder shows that it is alive, for those who cannot see its process; in ms. */
const SIGN_OF_LIFE = 10_000;
const SILENT_FOR = 60_000;

/** Each try finds a lock that was stale, or one that was given back meanwhile. */
const TRIES = 5;

export async function takeLock({ path, command, secrets, clock }: LockOptions): Promise<Locked> {
  const machine = await thisMachine();
  const began = await beginningOf(process.pid);
  const since = new Date(clock.now()).toISOString();
  const own: Holder = {
    pid: process.pid,
    ...(began === undefined ? {} : { began }),
    ...machine,
    since,
    command,
  };
  const text = safeText(`${JSON.stringify(own)}\n`, 'json', secrets);
  const temporary = temporaryFor(path);
  try {
    await writeFlushed(temporary, text);
    for (let tries = 0; tries < TRIES; tries++) {
      if (await linked(temporary, path, text)) return { kind: 'held', release: keepAlive(path, text, clock) };
      const found = await readLock(path);
      if (found === undefined) continue;
      const here = { machine, path, temporary };
      if (!(await isStale(found, here))) return { kind: 'taken', by: found.by };
      await putAside(here, text, found.text);
    }
    return { kind: 'taken', by: (await readLock(path))?.by };
  } catch (error) {
    return { kind: 'failed', why: `cannot write ${path}: ${systemWords(error)}` };
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** False when the lock is there already. It is whole from its first moment on. */
async function linked(temporary: string, path: string, text: SafeText): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!NO_LINKS.has(errorCode(error))) throw error;
  }
  // Some file systems know no second name: there the lock is empty for a moment.
  try {
    await writeFlushed(path, text);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
]);

/** Undefined when there is none any more. */
async function readLock(path: string) {
  try {
    const text = await readFile(path, 'utf8');
    return { text, by: holder.safeParse(jsonIn(text)).data };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

interface Here {
  readonly machine: MachineIdentity;
  readonly path: string;
  /** Just written: it has the file system's own time. */
  readonly temporary: string;
}

async function isStale(
  { by }: { readonly by: Holder | undefined },
  { machine, path, temporary }: Here,
): Promise<boolean> {
  if (by && by.host === machine.host) {
    if (by.boot !== machine.boot) return true;
    if (by.space === machine.space) return !(await lives(by));
  }
  // Its process cannot be seen from here.
  const [seen, now] = await Promise.all([mtimeOf(path), mtimeOf(temporary)]);
  return seen !== undefined && now !== undefined && now - seen > SILENT_FOR;
}

/** Process ids are given out again: the same number with another beginning is another process. */
async function lives({ pid, began }: Holder): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const now = await beginningOf(pid);
  if (now === undefined) return process.platform !== 'linux';
  return began === undefined || now === began;
}

async function mtimeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

/**
 * Removes a stale lock. Two may find the same one: only who has the turn removes, and only what was looked at, so that
 * nobody removes the lock that another one has just taken.
 */
async function putAside({ machine, path, temporary }: Here, own: SafeText, stale: string): Promise<void> {
  const turn = `${path}.turn`;
  if (!(await linked(temporary, turn, own))) {
    const taken = await readLock(turn);
    // Its process died within the few steps below.
    if (taken && (await isStale(taken, { machine, path: turn, temporary })))
      if ((await readLock(turn))?.text === taken.text) await rm(turn, { force: true });
    return;
  }
  try {
    const found = await readLock(path);
    if (found?.text === stale) await rm(path, { force: true });
  } finally {
    await rm(turn, { force: true }).catch(() => undefined);
  }
}

/** Shows signs of life until the lock is given back; returns the way to do that. */
function keepAlive(path: string, text: string, clock: Clock): () => Promise<void> {
  let timer: Timer;
  const wait = (): void => {
    timer = clock.setTimer('lock', SIGN_OF_LIFE, () => {
      const now = new Date(clock.now());
      utimes(path, now, now).catch(() => undefined);
      wait();
    });
  };
  wait();
  return async () => {
    timer.cancel();
    const found = await readLock(path).catch(() => undefined);
    if (found?.text === text) await rm(path, { force: true }).catch(() => undefined);
  };
}

// Which process is meant by a number that the system gives out again: the one that began at a certain time.

type MachineIdentity = Awaited<ReturnType<typeof thisMachine>>;

/**
 * Where process ids mean the same. `boot` changes when the machine starts anew; containers of one machine count their
 * processes apart, each in a space of its own. Both are empty where the system does not tell.
 */
export async function thisMachine() {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const space = await readlink('/proc/self/ns/pid').catch(() => '');
  return { host: hostname(), boot: boot.trim(), space };
}

/** When the process began, in the words of the system; undefined when it is gone, or the system does not tell. */
export async function beginningOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name of the program comes second, in brackets, and may hold anything.
    const [state, ...rest] = told.slice(told.lastIndexOf(')') + 2).split(' ');
    // A zombie does nothing any more.
    return state === 'Z' || state === 'X' ? undefined : rest[18];
  }
  const [program, ...words] =
    process.platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`]
      : ['ps', '-o', 'lstart=', '-p', String(pid)];
  return new Promise((resolve) => {
    execFile(program ?? '', words, { timeout: PATIENCE }, (error, stdout) =>
      resolve(error || stdout.trim() === '' ? undefined : stdout.trim()),
    );
  });
}

const PATIENCE = 5000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return errorCode(error) === 'EPERM';
  }
}
