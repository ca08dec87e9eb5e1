// The rules that bind clients, in the order of the catalogue.
import { backsOffOn500, backsOffWhenBusy } from './backs-off.js';
import { coordinatedBackoff } from './coordinated-backoff.js';
import { handlesEventsIdempotently } from './handles-events-idempotently.js';
import { heartbeat } from './heartbeat.js';
import { ignoresUnknownFields } from './ignores-unknown-fields.js';
import { keyKeptOnRetry } from './key-kept-on-retry.js';
import { keyPerCommand } from './key-per-command.js';
import { noRetryUnchanged } from './no-retry-unchanged.js';
import { rebuildsBaseline } from './rebuilds-baseline.js';
import { reconnectBackoff } from './reconnect-backoff.js';
import { clientRefreshSpacing } from './refresh-spacing.js';
import { relaysInOneRequest } from './relays-in-one-request.js';
import type { ClientRule } from './ruling.js';
import { scopeDeniedIsFinal } from './scope-denied-is-final.js';
import { keyNeverReused, timeoutNeedsNewKey } from './spent-keys.js';
import { ticketJustInTime } from './ticket-just-in-time.js';
import { tokenReused } from './token-reused.js';
import { waitsAfter429 } from './waits-after-429.js';
import { noCompatibilityEndpoint, serverSideOnly, uniqueRequestIds } from './wrong-requests.js';

export const CLIENT_JUDGES: readonly ClientRule[] = [
  tokenReused,
  serverSideOnly,
  waitsAfter429,
  backsOffWhenBusy,
  backsOffOn500,
  noRetryUnchanged,
  scopeDeniedIsFinal,
  keyPerCommand,
  keyKeptOnRetry,
  keyNeverReused,
  timeoutNeedsNewKey,
  heartbeat,
  ticketJustInTime,
  reconnectBackoff,
  rebuildsBaseline,
  ignoresUnknownFields,
  handlesEventsIdempotently,
  relaysInOneRequest,
  noCompatibilityEndpoint,
  clientRefreshSpacing,
  uniqueRequestIds,
  coordinatedBackoff,
];
