// What the network transport is told, and the limits that it keeps.
import type { Clock } from '../../../kernel/clock.js';

export interface NetworkSettings {
  /** Base address of the REST endpoints, without a trailing slash; may have a path of its own. */
  readonly baseUrl: string;
  readonly websocketUrl: string;
  readonly tls: TlsSettings;
  readonly clock: Clock;
  readonly limits?: Partial<NetworkLimits>;
}

export interface TlsSettings {
  /** A certificate authority to trust instead of the machine's own, as PEM text. */
  readonly ca?: string;
  /** Takes any certificate. Only for targets whose owner asks for it. */
  readonly insecure: boolean;
}

export interface NetworkLimits {
  /** Bytes of one reply's body, or of one frame. */
  readonly message: number;
  /** Bytes of all headers of one reply. */
  readonly headers: number;
  readonly connections: number;
  /** How long a connection may take to be made, its TLS handshake included; in ms of the machine. */
  readonly connecting: number;
  /** How long a connection that nobody uses stays open, in ms of the machine. */
  readonly idle: number;
  /** Frames that one WebSocket connection may bring, pings included; beyond, it is ended. */
  readonly frames: number;
  /** Bytes of all these frames. */
  readonly received: number;
  /** How long a connection that was cut is listened to before it is dropped, in ms. */
  readonly linger: number;
}

export const NETWORK_LIMITS: NetworkLimits = {
  message: 4 * 1024 * 1024,
  headers: 32 * 1024,
  connections: 128,
  connecting: 10_000,
  idle: 4000,
  frames: 20_000,
  received: 16 * 1024 * 1024,
  linger: 500,
};

export const USER_AGENT = 'conform';

/** TLS options by the names that Node, undici and ws share. */
export function tlsOptions({ ca, insecure }: TlsSettings): { ca?: string; rejectUnauthorized: boolean } {
  return { ...(ca === undefined ? {} : { ca }), rejectUnauthorized: !insecure };
}
