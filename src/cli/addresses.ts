// Addresses: which are of this machine, and which port is the simulator's.

/** Only on this machine may secrets travel in the clear. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export function isLoopbackUrl(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Anything with a scheme is an address; everything else is a file. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** Where `conform serve` listens when nothing else is said. */
export const DEFAULT_PORT = 7070;
