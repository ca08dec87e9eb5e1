// Whether a host is this machine: only there may secrets travel in the clear.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

export function isLoopbackUrl(host: string): boolean {
  return LOOPBACK.test(host);
}
