import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { accessToken, credentials, ticket } from '../../src/contract/schemas/access.js';
import * as command from '../../src/contract/schemas/command.js';
import * as device from '../../src/contract/schemas/device.js';
import * as message from '../../src/contract/schemas/message.js';
import * as scalars from '../../src/contract/schemas/scalars.js';

const TOKEN = {
  accessToken: 't',
  tokenType: 'Bearer',
  expiresIn: 3600,
  clientId: 'c',
  scopes: ['device:read'],
};
const PERIPHERALS = {
  relays: [{ index: 1, on: true }],
  digitalInputs: [{ index: 1, active: false }],
  analogInputs: [{ index: 1, value: 4.2, unit: 'mA' }],
  sensors: [{ key: 'temperature', value: -3.5 }],
};
const COMMAND = { commandId: 'c-1', operation: 'device.relay.set', params: {}, status: 'pending' };
const ENVELOPE = { code: 'SUCCESS', message: 'OK' };
const REPLY = { ...ENVELOPE, type: 'reply', requestId: 'r-1' };
const CHANGED = { deviceId: 'd', changes: [{ kind: 'relay', index: 1 }], peripherals: PERIPHERALS };
const LONG = 'x'.repeat(4097);

/** Schema, what it takes, and what it refuses. */
const EXAMPLES: Record<string, { schema: z.ZodType; takes: unknown[]; refuses: unknown[] }> = {
  identifier: { schema: scalars.identifier, takes: ['d', 'ü/1'], refuses: ['', LONG, 7, null] },
  channelIndex: {
    schema: scalars.channelIndex,
    takes: [1, 65_536],
    refuses: [0, -1, 1.5, 65_537, '1', Number.NaN],
  },
  bytes: { schema: scalars.bytes, takes: ['', '01ff'], refuses: ['0', '01FF', 'xy', '01 ff', 1] },
  duration: {
    schema: scalars.durationMs,
    takes: [0, 250],
    refuses: [-1, 0.5, '250', Number.POSITIVE_INFINITY],
  },
  timestamp: { schema: scalars.timestamp, takes: [0, 1_700_000_000_000], refuses: [-1, 0.5, '2026-01-01'] },
  commandStatus: {
    schema: scalars.commandStatus,
    takes: ['pending', 'timeout'],
    refuses: ['TIMEOUT', 'done', ''],
  },
  credentials: {
    schema: credentials,
    takes: [{ clientId: 'c', clientSecret: 's' }],
    refuses: [{}, { clientId: 'c' }, { clientId: 1, clientSecret: 's' }, 'c:s', null],
  },
  accessToken: {
    schema: accessToken,
    takes: [TOKEN, { ...TOKEN, scopes: [] }, { ...TOKEN, expiresIn: 0.5, extra: 1 }],
    refuses: [
      { ...TOKEN, accessToken: '' },
      { ...TOKEN, tokenType: 'bearer' },
      { ...TOKEN, expiresIn: '3600' },
      { ...TOKEN, expiresIn: 0 },
      { ...TOKEN, clientId: undefined },
      { ...TOKEN, scopes: ['device:admin'] },
      { ...TOKEN, scopes: 'device:read' },
    ],
  },
  ticket: {
    schema: ticket,
    takes: [{ ticket: 't' }, { ticket: 't', expiresIn: 30 }],
    refuses: [{ ticket: '' }, {}],
  },
  peripherals: {
    schema: device.peripherals,
    takes: [PERIPHERALS, { relays: [], digitalInputs: [], analogInputs: [], sensors: [] }],
    refuses: [
      { ...PERIPHERALS, sensors: undefined },
      { ...PERIPHERALS, relays: [{ index: 1, on: 'on' }] },
      { ...PERIPHERALS, digitalInputs: [{ index: 0, active: true }] },
      { ...PERIPHERALS, analogInputs: [{ index: 1, value: '4.2' }] },
      { ...PERIPHERALS, analogInputs: [{ index: 1, value: Number.NaN }] },
      { ...PERIPHERALS, sensors: [{ key: '', value: 1 }] },
    ],
  },
  device: {
    schema: device.device,
    takes: [{ deviceId: 'd' }, { deviceId: 'd', name: '', online: true, powered: false, rack: 7 }],
    refuses: [{}, { deviceId: '' }, { deviceId: 'd', online: 'online' }],
  },
  deviceList: {
    schema: device.deviceList,
    takes: [{ devices: [] }, { devices: [{ deviceId: 'd' }], nextCursor: 'n' }],
    refuses: [{}, { devices: null }, { devices: { d: {} } }, { devices: [{}] }],
  },
  deviceConfig: {
    schema: device.deviceConfig,
    takes: [{ relays: [{ index: 1, jogDuration: 500 }], baudRate: 9600 }, { relays: [] }],
    refuses: [{ baudRate: 9600 }, { relays: [], baudRate: 0 }, { relays: [{ index: 1 }], baudRate: 9600 }],
  },
  deviceAddition: {
    schema: device.deviceAddition,
    takes: [{ deviceId: 'd', profileId: 'p', password: 'w' }],
    refuses: [
      { deviceId: 'd', profileId: 'p' },
      { deviceId: 'd', profileId: 'p', password: '' },
    ],
  },
  passwordChange: {
    schema: device.passwordChange,
    takes: [{ currentPassword: 'a', newPassword: 'b' }, { newPassword: 'b' }],
    refuses: [
      { currentPassword: 'a', newPassword: '' },
      { currentPassword: 'a', newPassword: LONG },
    ],
  },
  operation: {
    schema: command.operation,
    takes: [
      { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
      { name: 'device.rs485.transceive', params: { data: '0102' } },
      { name: 'device.rs485.transceive', params: { data: '', timeout: 100 } },
      { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
      { name: 'device.relay.jogConfig.set', params: { index: 2, duration: 500 } },
    ],
    refuses: [
      { name: 'device.relay.set', params: { relays: [] } },
      { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'toggle' }] } },
      { name: 'device.relay.set', params: { baudRate: 9600 } },
      { name: 'device.rs485.transceive', params: {} },
      { name: 'device.rs485.baudRate.set', params: { baudRate: -9600 } },
      { name: 'device.rs485.baudRate.set', params: { baudRate: 9600.5 } },
      { name: 'device.relay.jogConfig.set', params: { duration: 500 } },
      { name: 'device.reboot', params: {} },
      { name: 'device.relay.set' },
    ],
  },
  command: {
    schema: command.command,
    takes: [
      COMMAND,
      { ...COMMAND, status: 'succeeded', result: { data: '01' }, createdAt: 1, completedAt: 2 },
    ],
    refuses: [
      { ...COMMAND, commandId: '' },
      { ...COMMAND, operation: 'reboot' },
      { ...COMMAND, status: 'RUNNING' },
    ],
  },
  envelope: {
    schema: message.envelope,
    takes: [ENVELOPE, { ...ENVELOPE, message: '', data: {}, requestId: 'r' }, { ...ENVELOPE, traceId: 'x' }],
    refuses: [
      { ...ENVELOPE, code: '' },
      { ...ENVELOPE, code: 200 },
      { code: 'SUCCESS' },
      { ...ENVELOPE, data: [] },
      { ...ENVELOPE, data: 'x' },
      { ...ENVELOPE, data: null },
      'SUCCESS',
    ],
  },
  wsReply: {
    schema: message.wsReply,
    takes: [REPLY, { ...REPLY, data: { devices: [] } }],
    refuses: [ENVELOPE, { ...REPLY, type: 'event' }, { ...REPLY, requestId: undefined }],
  },
  wsRequest: {
    schema: message.wsRequest,
    takes: [
      { topic: 'session.ping', requestId: '1' },
      { topic: 'x', requestId: '1', data: 5 },
    ],
    refuses: [
      { topic: 'x' },
      { topic: '', requestId: '1' },
      { topic: 'x', requestId: 1 },
      { topic: LONG, requestId: '1' },
    ],
  },
  executeRequest: {
    schema: message.executeRequest,
    takes: [{ deviceId: 'd', operation: { name: 'x', params: {} } }],
    refuses: [{ deviceId: 'd' }, { deviceId: 'd', idempotencyKey: '', operation: { name: 'x', params: {} } }],
  },
  stateChanged: {
    schema: message.stateChanged,
    takes: [CHANGED, { ...CHANGED, changes: [{ kind: 'digitalInput', index: 2 }] }],
    refuses: [
      { ...CHANGED, changes: [{ kind: 'analogInput', index: 1 }] },
      { ...CHANGED, changes: [{ kind: 'relay', index: 0 }] },
      { ...CHANGED, peripherals: undefined },
      { ...CHANGED, deviceId: undefined },
    ],
  },
};

describe.each(Object.entries(EXAMPLES))('the schema %s', (_, { schema, takes, refuses }) => {
  it.each(takes.map((value) => [JSON.stringify(value), value]))('takes %s', (_text, value) => {
    expect(schema.safeParse(value).error).toBeUndefined();
  });

  it.each(refuses.map((value) => [JSON.stringify(value), value]))('refuses %s', (_text, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('the schemas', () => {
  it('leave out fields that they do not know, since a service may send any', () => {
    expect(device.device.parse({ deviceId: 'd', rack: 7 })).toEqual({ deviceId: 'd' });
  });

  it('know every status but pending as final', () => {
    expect(scalars.commandStatus.options.filter((status) => !scalars.isFinal(status))).toEqual(['pending']);
  });
});
