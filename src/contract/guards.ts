// Shapes that come with most messages, told by hand: the schemas say the same, and take ten times as long. A guard that
// says no is not the last word: then the schema is asked, and says what is wrong. A test holds both to each other.
import type { ShapeName } from './schemas/shapes.js';
import { isObject } from '../kernel/json.js';

/** True for values that the schema of the shape takes. */
export type Guard = (value: unknown) => boolean;

/** In characters. */
const LONGEST_TOPIC = 128;
const LONGEST_IDENTIFIER = 256;
const LAST_INDEX = 65_536;
const MOST_RELAYS = 256;

export const GUARDS: Partial<Record<ShapeName, Guard>> = {
  wsRequest: (value) =>
    isObject(value) &&
    isText(value['topic'], LONGEST_TOPIC) &&
    isText(value['requestId'], LONGEST_IDENTIFIER),
  stateRequest: (value) => isObject(value) && isText(value['deviceId'], LONGEST_IDENTIFIER),
  executeRequest: (value) =>
    isObject(value) &&
    isText(value['deviceId'], LONGEST_IDENTIFIER) &&
    (value['idempotencyKey'] === undefined || isText(value['idempotencyKey'], LONGEST_IDENTIFIER)) &&
    isObject(value['operation']) &&
    typeof value['operation']['name'] === 'string' &&
    'params' in value['operation'],
  relayParams: (value) => isObject(value) && isRelayList(value['relays']),
};

/** A schema counts code points, of which a text has as many as UTF-16 units at most. */
function isText(value: unknown, longest: number): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return value.length <= longest || Array.from(value).length <= longest;
}

function isRelayList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_RELAYS) return false;
  // By their places: a list may have holes, which `every` passes over.
  for (let at = 0; at < value.length; at++) if (!isRelayChange(value[at])) return false;
  return true;
}

function isRelayChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, action } = value;
  return isIndex(index) && (action === 'on' || action === 'off' || action === 'jog');
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LAST_INDEX;
}
