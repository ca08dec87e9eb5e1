// Which process is meant by a number that the system gives out again: the one that began at a certain time.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Where process ids mean the same. */
export interface MachineIdentity {
  readonly host: string;
  /** Changes when the machine starts anew; empty where the system does not tell. */
  readonly boot: string;
  /** Containers of one machine count their processes apart; empty where the system does not tell. */
  readonly space: string;
}

export async function thisMachine(): Promise<MachineIdentity> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const space = await readlink('/proc/self/ns/pid').catch(() => '');
  return { host: hostname(), boot: boot.trim(), space };
}

/** When the process began, in the words of the system; undefined when it is gone, or the system does not tell. */
export async function beginningOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name of the program comes second, in brackets, and may hold anything.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
