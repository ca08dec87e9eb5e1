// Which addresses stay within the machine: only there is HTTP served without encryption.
import { isIPv4 } from 'node:net';
export function isLoopback(host) {
    return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
