// Where restore files and locks are kept, and how they are named: after the target, so that a later run finds them.
import { createHash } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from '../io.js';
import { isLoopbackUrl } from '../loopback.js';

/** @param given by `--restore-dir`. */
export function restoreFolder(given: string | undefined, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  if (given !== undefined) return resolve(cwd, given);
  if (process.platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    return join(
      local !== undefined && local !== '' ? local : join(homedir(), 'AppData', 'Local'),
      'conform',
      'restore',
    );
  }
  // A relative path there is to be ignored, says the XDG Base Directory Specification.
  const state = env['XDG_STATE_HOME'];
  const base = state?.startsWith('/') ? state : join(homeFolder(), '.local', 'state');
  return join(base, 'conform', 'restore');
}

/** Also where HOME is empty: a path that depends on where a command is started would be found by no other one. */
function homeFolder(): string {
  const home = homedir();
  return home === '' ? userInfo().homedir : home;
}

/** The same for all addresses that are surely the same server. */
export function serverName(baseUrl: string): string {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const host = isLoopbackUrl(hostname) ? 'localhost' : hostname.toLowerCase();
  const whole = `${protocol}//${host}:${port}${pathname.replace(/\/+$/, '')}`;
  const words = `${host}${port === '' ? '' : `-${port}`}`.replace(/[^a-z0-9.-]+/g, '-').slice(0, 60);
  return `${words}-${hash(whole)}`;
}

export const RESTORE_SUFFIX = '.restore.json';

/** @param by the path of the profile, or the fleet of a simulator. */
export function restoreFileName(baseUrl: string, by: string): string {
  return `${serverName(baseUrl)}-${hash(by)}${RESTORE_SUFFIX}`;
}

export function lockName(baseUrl: string): string {
  return `${serverName(baseUrl)}.lock`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
