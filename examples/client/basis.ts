// What the larger parts of the client are built on.
import type { BackOff } from './back-off.js';
import type { Denials } from './denials.js';
import type { Holds } from './holds.js';
import type { Lanes } from './lanes.js';
import type { Ports } from './ports.js';
import type { Rest } from './rest.js';
import type { Retry } from './retry.js';

export interface Basis extends Ports {
  readonly backOff: BackOff;
  readonly holds: Holds;
  readonly lanes: Lanes;
  readonly retry: Retry;
  readonly denials: Denials;
  readonly rest: Rest;
  /** Aborts when the client is closed: all waits and requests end with it. */
  readonly closing: AbortSignal;
}
