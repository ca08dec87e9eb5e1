// Shapes that come with most messages, told by hand: the schemas say the same, and take ten times as long. A guard that
// says no is not the last word: then the schema is asked, and says what is wrong. A test holds both to each other.
import type { ShapeName } from './schemas/shapes.js';
import { isObject } from '../kernel/json.js';
import { isOperationName } from './operations.js';
import { isHex } from '../kernel/hex.js';

// The shapes that come with most replies and events, told by hand, as `guards.ts` tells those of requests: whoever
// reads what a service sends asks these first, and the schema where they say no.

type Test = (value: unknown) => boolean;

const LONGEST_TICKET = 1024;

const REPLY_GUARDS = {
  device: isDevice,
  peripherals: isPeripherals,
  deviceDetail: (value) =>
    isObject(value) && isDevice(value['device']) && isPeripherals(value['peripherals']),
  deviceConfig: (value) =>
    isObject(value) && isListOf(value['relays'], isJogSetting) && isPositive(value['baudRate']),
  command: isCommand,
  ticket: (value) =>
    isObject(value) && isText(value['ticket'], LONGEST_TICKET) && isOptional(value['expiresIn'], isNumber),
  transceiveParams: (value) =>
    isObject(value) && isBytes(value['data']) && isOptional(value['timeout'], isTime),
  transceiveResult: (value) => isObject(value) && isBytes(value['data']),
  baudRateParams: (value) => isObject(value) && isPositive(value['baudRate']),
  jogParams: (value) => isObject(value) && isIndex(value['index']) && isTime(value['duration']),
  wsEvent: (value) =>
    isObject(value) &&
    isString(value['topic']) &&
    isOptional(value['eventId'], isString) &&
    isOptional(value['occurredAt'], isTime) &&
    'data' in value,
  stateChanged: (value) =>
    isObject(value) &&
    isIdentifier(value['deviceId']) &&
    isListOf(value['changes'], isChange) &&
    isPeripherals(value['peripherals']),
  deviceNotice: (value) => isObject(value) && isIdentifier(value['deviceId']),
  rs485Received: (value) => isObject(value) && isIdentifier(value['deviceId']) && isBytes(value['data']),
} as const satisfies Partial<Record<ShapeName, Test>>;

const STATUSES: ReadonlySet<unknown> = new Set(['pending', 'succeeded', 'failed', 'timeout']);

function isCommand(value: unknown): boolean {
  return (
    isObject(value) &&
    isIdentifier(value['commandId']) &&
    isOptional(value['deviceId'], isIdentifier) &&
    typeof value['operation'] === 'string' &&
    isOperationName(value['operation']) &&
    'params' in value &&
    STATUSES.has(value['status']) &&
    isOptional(value['createdAt'], isTime) &&
    isOptional(value['completedAt'], isTime)
  );
}

function isDevice(value: unknown): boolean {
  return (
    isObject(value) &&
    isIdentifier(value['deviceId']) &&
    isOptional(value['name'], isString) &&
    isOptional(value['profileId'], isString) &&
    isOptional(value['online'], isBoolean) &&
    isOptional(value['powered'], isBoolean)
  );
}

function isPeripherals(value: unknown): boolean {
  return (
    isObject(value) &&
    isListOf(value['relays'], isRelay) &&
    isListOf(value['digitalInputs'], isInput) &&
    isListOf(value['analogInputs'], isAnalog) &&
    isListOf(value['sensors'], isSensor)
  );
}

function isRelay(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, on, jogging } = value;
  return isIndex(index) && isBoolean(on) && (jogging === undefined || jogging === true);
}

function isInput(value: unknown): boolean {
  return isObject(value) && isIndex(value['index']) && isBoolean(value['active']);
}

function isAnalog(value: unknown): boolean {
  return isObject(value) && isIndex(value['index']) && isReading(value);
}

function isSensor(value: unknown): boolean {
  return isObject(value) && isString(value['key']) && value['key'] !== '' && isReading(value);
}

function isReading({ value, unit }: Readonly<Record<string, unknown>>): boolean {
  return isNumber(value) && isOptional(unit, isString);
}

function isJogSetting(value: unknown): boolean {
  return isObject(value) && isIndex(value['index']) && isTime(value['jogDuration']);
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, index } = value;
  return (kind === 'relay' || kind === 'digitalInput') && isIndex(index);
}

function isOptional(value: unknown, isIt: Test): boolean {
  return value === undefined || isIt(value);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

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

// The scalar types of the canonical model, told by hand: what the guards of the shapes are made of.

/** In characters. */
const LONGEST_IDENTIFIER = 256;
const LAST_INDEX = 65_536;

/** A schema counts code points, of which a text has as many as UTF-16 units at most. */
function isText(value: unknown, longest: number): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return value.length <= longest || Array.from(value).length <= longest;
}

function isIdentifier(value: unknown): boolean {
  return isText(value, LONGEST_IDENTIFIER);
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LAST_INDEX;
}

/** A time or a duration, in whole ms. */
function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Lower-case hex. */
function isBytes(value: unknown): boolean {
  return typeof value === 'string' && isHex(value) && value === value.toLowerCase();
}

/** By their places: a list may have holes, which `every` passes over. */
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at++) if (!isItem(value[at])) return false;
  return true;
}
