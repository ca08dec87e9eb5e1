// Which addresses stay within the machine: only there is HTTP served without encryption.
import { connect as connectTcp, isIPv4, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

// A connection to another server, in the clear or with TLS.

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** At once; that it cannot be made is an `error` of it. */
export function dial(address: Address, tls: ConnectionOptions | undefined): Socket {
  return tls ? connectTls({ ...address, ...tls }) : connectTcp(address);
}
