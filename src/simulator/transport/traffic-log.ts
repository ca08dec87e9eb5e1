// What the transports report to the journal: requests that they answer without calling the service, and
// connections that open and close.
import type { Connection, Origin } from '../service/origin.js';

export interface TrafficLog {
  /**
   * A request and its answer at once, because the service was not called.
   * @param what an endpoint or a topic; `raw` when the request was refused before either was known to be right.
   */
  settled(origin: Origin, what: string, answer: { readonly status?: number; readonly code: string }): void;
  opened(connection: Connection): void;
  /** @param close the close frame of the service; undefined when the other side closed or the connection broke. */
  closed(connection: Connection, close?: { readonly code: number; readonly reason: string }): void;
}
