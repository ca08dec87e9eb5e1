// Every defect, from the files of the areas: what `--defect` knows.
import { ACCESS_DEFECTS } from './access.js';
import { AFTER_A_WHILE_DEFECTS } from './after-a-while.js';
import { AFTER_BREAK_DEFECTS } from './after-breaks.js';
import { ANSWER_DEFECTS } from './answers.js';
import { DEVICE_EVENT_DEFECTS } from './device-events.js';
import { DEVICE_DEFECTS } from './devices.js';
import { IDEMPOTENCY_DEFECTS } from './idempotency.js';
import { LIMIT_DEFECTS } from './limits.js';
import { ODD_REQUEST_DEFECTS } from './odd-requests.js';
import { ODD_VALUE_DEFECTS } from './odd-values.js';
import { OPERATION_DEFECTS } from './operations.js';
import { PERMISSION_DEFECTS } from './permissions.js';
import { REFRESH_DEFECTS } from './refresh.js';
import { SERIALISATION_DEFECTS } from './serialisation.js';
import { STATE_EVENT_DEFECTS } from './state-events.js';
import { WEBSOCKET_DEFECTS } from './websocket.js';
import type { Defect } from './defect.js';

const DEFECTS: readonly Defect[] = [
  ...ACCESS_DEFECTS,
  ...AFTER_A_WHILE_DEFECTS,
  ...AFTER_BREAK_DEFECTS,
  ...ANSWER_DEFECTS,
  ...DEVICE_EVENT_DEFECTS,
  ...DEVICE_DEFECTS,
  ...IDEMPOTENCY_DEFECTS,
  ...LIMIT_DEFECTS,
  ...ODD_REQUEST_DEFECTS,
  ...ODD_VALUE_DEFECTS,
  ...OPERATION_DEFECTS,
  ...PERMISSION_DEFECTS,
  ...REFRESH_DEFECTS,
  ...SERIALISATION_DEFECTS,
  ...STATE_EVENT_DEFECTS,
  ...WEBSOCKET_DEFECTS,
].toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** In the order of their ids. */
export function allDefects(): readonly Defect[] {
  return DEFECTS;
}

export function findDefect(id: string): Defect | undefined {
  return DEFECTS.find((defect) => defect.id === id);
}
