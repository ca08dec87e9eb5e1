// Where restore files and locks are kept, and how they are named: after the target, so that a later run finds them.
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isLoopback } from '../loopback.js';
/** @param given by `--restore-dir`. */
export function restoreFolder(given, { env, cwd }) {
    if (given !== undefined)
        return resolve(cwd, given);
    if (process.platform === 'win32') {
        const local = env['LOCALAPPDATA'];
        return join(local !== undefined && local !== '' ? local : join(homedir(), 'AppData', 'Local'), 'conform', 'restore');
    }
    // A relative path there is to be ignored, says the XDG Base Directory Specification.
    const state = env['XDG_STATE_HOME'];
    const base = state?.startsWith('/') ? state : join(homedir(), '.local', 'state');
    return join(base, 'conform', 'restore');
}
/** The same for all addresses that are surely the same server. */
export function serverName(baseUrl) {
    const { protocol, hostname, port, pathname } = new URL(baseUrl);
    const host = isLoopback(hostname) ? 'localhost' : hostname.toLowerCase();
    const whole = `${protocol}//${host}:${port}${pathname.replace(/\/+$/, '')}`;
    const words = `${host}${port === '' ? '' : `-${port}`}`.replace(/[^a-z0-9.-]+/g, '-').slice(0, 60);
    return `${words}-${hash(whole)}`;
}
export const RESTORE_SUFFIX = '.restore.json';
/** @param by the path of the profile, or the fleet of a simulator. */
export function restoreFileName(baseUrl, by) {
    return `${serverName(baseUrl)}-${hash(by)}${RESTORE_SUFFIX}`;
}
export function lockName(baseUrl) {
    return `${serverName(baseUrl)}.lock`;
}
function hash(text) {
    return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
