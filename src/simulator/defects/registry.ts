// Every defect, from the files of the areas: what `--defect` knows.
import { AFTER_A_WHILE_DEFECTS } from './after-a-while.js';
import { AUTHENTICATION_DEFECTS } from './authentication.js';
import { CHANNEL_PLACE_DEFECTS } from './channel-places.js';
import { COMMAND_DEFECTS } from './commands.js';
import { CREDENTIAL_PLACE_DEFECTS } from './credential-places.js';
import type { Defect } from './defect.js';
import { DEVICE_EVENT_DEFECTS } from './device-events.js';
import { DEVICE_DEFECTS } from './devices.js';
import { ENVELOPE_DEFECTS } from './envelope.js';
import { EVENT_DELIVERY_DEFECTS } from './event-delivery.js';
import { IDEMPOTENCY_KEY_DEFECTS } from './idempotency-keys.js';
import { IDEMPOTENCY_REPEAT_DEFECTS } from './idempotency-repeats.js';
import { LIMIT_DEFECTS } from './limits.js';
import { ODD_FRAME_DEFECTS } from './odd-frames.js';
import { QUOTA_ANSWER_DEFECTS } from './quota-answers.js';
import { ODD_REQUEST_DEFECTS } from './odd-requests.js';
import { OPERATION_DEFECTS } from './operations.js';
import { REFRESH_REFUSAL_DEFECTS } from './refresh-refusals.js';
import { REFRESH_DEFECTS } from './refresh.js';
import { SCOPE_OPERATION_DEFECTS } from './scope-operations.js';
import { SCOPE_DEFECTS } from './scopes.js';
import { SECOND_TIME_DEFECTS } from './second-time.js';
import { SERIALISATION_DEFECTS } from './serialisation.js';
import { SERVER_ERROR_DEFECTS } from './server-errors.js';
import { STATE_EVENT_DEFECTS } from './state-events.js';
import { TICKET_DEFECTS } from './tickets.js';
import { UNLIKE_OPERATION_DEFECTS } from './unlike-operations.js';
import { VERSION_DEFECTS } from './version.js';
import { WEBSOCKET_DEFECTS } from './websocket.js';

const DEFECTS: readonly Defect[] = [
  ...ENVELOPE_DEFECTS,
  ...AUTHENTICATION_DEFECTS,
  ...SCOPE_DEFECTS,
  ...DEVICE_DEFECTS,
  ...REFRESH_DEFECTS,
  ...REFRESH_REFUSAL_DEFECTS,
  ...SERIALISATION_DEFECTS,
  ...IDEMPOTENCY_KEY_DEFECTS,
  ...IDEMPOTENCY_REPEAT_DEFECTS,
  ...COMMAND_DEFECTS,
  ...OPERATION_DEFECTS,
  ...WEBSOCKET_DEFECTS,
  ...TICKET_DEFECTS,
  ...STATE_EVENT_DEFECTS,
  ...DEVICE_EVENT_DEFECTS,
  ...EVENT_DELIVERY_DEFECTS,
  ...LIMIT_DEFECTS,
  ...VERSION_DEFECTS,
  ...CREDENTIAL_PLACE_DEFECTS,
  ...SCOPE_OPERATION_DEFECTS,
  ...CHANNEL_PLACE_DEFECTS,
  ...AFTER_A_WHILE_DEFECTS,
  ...SECOND_TIME_DEFECTS,
  ...UNLIKE_OPERATION_DEFECTS,
  ...ODD_REQUEST_DEFECTS,
  ...SERVER_ERROR_DEFECTS,
  ...QUOTA_ANSWER_DEFECTS,
  ...ODD_FRAME_DEFECTS,
].toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** In the order of their ids. */
export function allDefects(): readonly Defect[] {
  return DEFECTS;
}

export function findDefect(id: string): Defect | undefined {
  return DEFECTS.find((defect) => defect.id === id);
}
