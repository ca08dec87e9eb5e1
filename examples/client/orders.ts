// The orders that the program takes, one JSON object each.
import { type Fields, parseObject } from './answer.js';
import type { Client } from './client.js';
import type { Following } from './follow.js';
import type { RelayAction } from './operations.js';
import type { Result } from './result.js';

export type Order =
  | { readonly kind: 'request'; send(client: Client): Promise<Result<unknown>> }
  | { readonly kind: 'listen'; readonly following: Following | undefined }
  | { readonly kind: 'stop' };

const ORDERS: Readonly<Record<string, (fields: Fields) => Order | undefined>> = {
  setRelays: ({ deviceId, relays }) =>
    isText(deviceId) && isRelays(relays)
      ? request((client) =>
          client.setRelays(deviceId, Object.fromEntries(relays.map(({ index, action }) => [index, action]))),
        )
      : undefined,
  refresh: ({ deviceId }) =>
    isText(deviceId) ? request((client) => client.readDevice(deviceId)) : undefined,
  readConfig: ({ deviceId }) =>
    isText(deviceId) ? request((client) => client.readConfig(deviceId)) : undefined,
  transceive: ({ deviceId, data, timeoutMs }) =>
    isText(deviceId) && isText(data) && (timeoutMs === undefined || isNumber(timeoutMs))
      ? request((client) => client.transceive(deviceId, data, timeoutMs))
      : undefined,
  setBaudRate: ({ deviceId, baudRate }) =>
    isText(deviceId) && isNumber(baudRate)
      ? request((client) => client.setBaudRate(deviceId, baudRate))
      : undefined,
  setJogDuration: ({ deviceId, index, durationMs }) =>
    isText(deviceId) && isNumber(index) && isNumber(durationMs)
      ? request((client) => client.setJogDuration(deviceId, index, durationMs))
      : undefined,
  readCommand: ({ commandId }) =>
    isText(commandId) ? request((client) => client.readCommand(commandId)) : undefined,
  listDevices: () => request((client) => client.listDevices()),
  listen: ({ deviceId, input, relay }) => {
    const follows = isText(deviceId) && isNumber(input) && isNumber(relay);
    return { kind: 'listen', following: follows ? { deviceId, input, relay } : undefined };
  },
  stop: () => ({ kind: 'stop' }),
};

/** Undefined when the line is no order, or lacks what the order needs. */
export function readOrder(line: string): Order | undefined {
  const fields = parseObject(line);
  const name = fields?.['do'];
  return fields && isText(name) && Object.hasOwn(ORDERS, name) ? ORDERS[name]?.(fields) : undefined;
}

function request(send: (client: Client) => Promise<Result<unknown>>): Order {
  return { kind: 'request', send };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isRelays(value: unknown): value is { readonly index: number; readonly action: RelayAction }[] {
  return Array.isArray(value) && value.length > 0;
}
