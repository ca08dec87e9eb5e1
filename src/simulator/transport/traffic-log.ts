// Who is told of the traffic by the transports: what they answer without asking the service, and which
// connections open and close. The journal is one.
import type { Connection, Origin } from '../service/origin.js';

export interface TrafficLog {
  /**
   * A request and its answer at once: the service was asked for nothing.
   * @param what an endpoint, a topic, or `raw` where it was not looked at which.
   */
  settled(origin: Origin, what: string, answer: { readonly status?: number; readonly code: string }): void;
  opened(connection: Connection): void;
  /** @param close the close frame of the service; undefined when the other side closed or the connection broke. */
  closed(connection: Connection, close?: { readonly code: number; readonly reason: string }): void;
}
