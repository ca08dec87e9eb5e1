// The shapes that come with most replies and events, told by hand, as `guards.ts` tells those of requests: whoever
// reads what a service sends asks these first, and the schema where they say no.
import { isObject } from '../kernel/json.js';
import { isOperationName } from './operations.js';
import { isBytes, isIdentifier, isIndex, isListOf, isText, isTime } from './scalar-guards.js';
import type { ShapeName } from './schemas/shapes.js';

type Test = (value: unknown) => boolean;

const LONGEST_TICKET = 1024;

export const REPLY_GUARDS = {
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
