// Addresses: which are of this machine, and which port is the simulator's.

/** Only on this machine may secrets travel in the clear. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export function isLoopbackUrl(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Where `conform serve` listens when nothing else is said. */
export const DEFAULT_PORT = 7070;
