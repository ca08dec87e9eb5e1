// Shapes that come with most messages, told by hand: the schemas say the same, and take ten times as long. A guard that
// says no is not the last word: then the schema is asked, and says what is wrong. A test holds both to each other.
import type { ShapeName } from './schemas/shapes.js';
import { isObject } from '../kernel/json.js';
import { REPLY_GUARDS } from './reply-guards.js';
import { isIdentifier, isIndex, isListOf, isText } from './scalar-guards.js';

/** True for values that the schema of the shape takes. */
export type Guard = (value: unknown) => boolean;

/** In characters. */
const LONGEST_TOPIC = 128;
const MOST_RELAYS = 256;

export const GUARDS: Partial<Record<ShapeName, Guard>> = {
  ...REPLY_GUARDS,
  wsRequest: (value) =>
    isObject(value) && isText(value['topic'], LONGEST_TOPIC) && isIdentifier(value['requestId']),
  stateRequest: (value) => isObject(value) && isIdentifier(value['deviceId']),
  executeRequest: (value) =>
    isObject(value) &&
    isIdentifier(value['deviceId']) &&
    (value['idempotencyKey'] === undefined || isIdentifier(value['idempotencyKey'])) &&
    isObject(value['operation']) &&
    typeof value['operation']['name'] === 'string' &&
    'params' in value['operation'],
  relayParams: (value) => isObject(value) && isRelayList(value['relays']),
};

function isRelayList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_RELAYS) return false;
  return isListOf(value, isRelayChange);
}

function isRelayChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, action } = value;
  return isIndex(index) && (action === 'on' || action === 'off' || action === 'jog');
}
