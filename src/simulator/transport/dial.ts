// A connection to another server, in the clear or with TLS.
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** At once; that it cannot be made is an `error` of it. */
export function dial(address: Address, tls: ConnectionOptions | undefined): Socket {
  return tls ? connectTls({ ...address, ...tls }) : connectTcp(address);
}
