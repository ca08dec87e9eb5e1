// The verbs that send one request: tokens and tickets, lists, a device, its settings and its commands, and frames.
import { defined } from '../../../kernel/defined.js';
import * as z from 'zod';
import { name, requesting } from '../language/modifiers.js';
import {
  addressed,
  checkClient,
  checkDevice,
  checkRequesting,
  defineRequest,
  deviceField,
  deviceNameIn,
  nothing,
  replyName,
} from './request-verb.js';
import { wholeReference } from '../language/reference.js';
import type { Feature } from '../../../contract/features.js';
import { OPERATION_NAMES, operationFacts } from '../../../contract/operations.js';
import { REQUEST_TOPICS } from '../../../contract/topics.js';
import { performOn } from '../engine/perform.js';
import { routeOf } from '../engine/route.js';
import { blocked } from '../engine/execution-context.js';
import { defineVerb } from './verb.js';

// `createToken: operator` exchanges the credentials of a client, or others, for an access token.

const { client: _, authenticate: __, ...ofTokens } = requesting;

export const createToken = defineRequest({
  name: 'createToken',
  summary: 'Asks for an access token with the credentials of a client.',
  schema: z.strictObject({
    createToken: name.describe('a client of the scenario'),
    clientId: z.string().optional().describe('instead of the identifier of the client'),
    clientSecret: z.string().optional().describe('instead of the secret of the client'),
    secretLike: z
      .enum(['other-case', 'beginning', 'longer', 'empty'])
      .optional()
      .describe('a wrong secret that is made of the right one'),
    ...ofTokens,
  }),
  channels: ['rest'],
  check: (fields, check) => checkClient(check, ['createToken'], fields.createToken),
  request: ({ createToken: client, clientId, clientSecret, secretLike }) => ({
    client,
    call: defined({ name: 'createToken' as const, clientId, clientSecret, secretLike }),
  }),
});

// `listDevices:` lists the devices that the client may access; `{ limit: 1 }` asks for a page.

const page = z.strictObject({
  limit: z
    .union([z.int().positive(), z.string().regex(/^\$/)])
    .optional()
    .describe('how many devices on one page, at most; or a reference'),
  cursor: z.string().optional().describe('where the page begins: what the page before has said'),
});

export const listDevices = defineRequest({
  name: 'listDevices',
  summary: 'Lists the devices that the client may access.',
  schema: z.strictObject({ listDevices: page.nullish(), ...requesting }),
  channels: ['rest'],
  scope: 'device:read',
  capabilitiesOf: ({ listDevices: asked }) => (asked?.limit === undefined ? [] : ['page-size']),
  request: ({ listDevices: asked }) => ({
    call: {
      name: 'listDevices',
      ...(typeof asked?.limit === 'number' ? { limit: asked.limit } : {}),
      ...(asked?.cursor === undefined ? {} : { cursor: asked.cursor }),
    },
  }),
});

// `refresh: plant` reads a device afresh: GET device over REST, device.state.get over WebSocket.

export const refresh = defineRequest({
  name: 'refresh',
  summary: 'Refreshes a device and reads its state, over either channel.',
  schema: z.strictObject({ refresh: deviceField, ...requesting }),
  channels: ['rest', 'ws'],
  device: (fields) => deviceNameIn(fields.refresh),
  scope: 'device:read',
  refreshes: true,
  check: (fields, check) => checkDevice(check, 'refresh', fields.refresh),
  request: (fields, context) => {
    const { deviceId, device } = addressed(context, fields.refresh);
    return { call: { name: 'refresh', deviceId }, ...(device ? { device } : {}) };
  },
});

// `readConfig: plant` reads jog durations and the RS485 baud rate.

export const readConfig = defineRequest({
  name: 'readConfig',
  summary: 'Reads the configuration of a device.',
  schema: z.strictObject({ readConfig: deviceField, ...requesting }),
  channels: ['rest'],
  device: (fields) => deviceNameIn(fields.readConfig),
  scope: 'device:read',
  settings: () => 'reads',
  check: (fields, check) => checkDevice(check, 'readConfig', fields.readConfig),
  request: (fields, context) => ({
    call: { name: 'readConfig', deviceId: addressed(context, fields.readConfig).deviceId },
  }),
});

// `listProfiles:` lists the device types.

export const listProfiles = defineRequest({
  name: 'listProfiles',
  summary: 'Lists the device profiles.',
  schema: z.strictObject({ listProfiles: nothing, ...requesting }),
  channels: ['rest'],
  capabilities: ['device-profiles'],
  scope: 'device:read',
  request: () => ({ call: { name: 'listProfiles' } }),
});

// `readCommand: $first.command.commandId` reads a command and its outcome.

export const readCommand = defineRequest({
  name: 'readCommand',
  summary: 'Reads a command by its identifier.',
  schema: z.strictObject({
    readCommand: z.string().min(1).describe('the identifier, mostly as $first.command.commandId'),
    settled: z.literal(true).optional().describe('wait until the command has ended'),
    ...requesting,
  }),
  channels: ['rest'],
  scope: 'device:read',
  refersTo: (fields) => wholeReference(fields.readCommand)?.root,
  request: (fields) => ({ call: { name: 'readCommand', commandId: fields.readCommand } }),
});

// `addDevice: $managed.deviceId` with `profileId` and `password` puts a device into the list of the client.

export const addDevice = defineRequest({
  name: 'addDevice',
  summary: 'Adds a device; only the one that the profile offers for management is ever added.',
  schema: z.strictObject({
    addDevice: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
    profileId: z.string().min(1).describe('the type of the device, mostly as $managed.profileId'),
    password: z.string().min(1).describe('its password, mostly as $managed.password'),
    name: z.string().min(1).optional().describe('how the device list calls it'),
    ...requesting,
  }),
  channels: ['rest'],
  capabilities: ['manage', 'adding'],
  scope: 'device:manage',
  request: ({ addDevice: deviceId, profileId, password, name: called }) => ({
    call: {
      name: 'addDevice',
      addition: { deviceId, ...(called === undefined ? {} : { name: called }), profileId, password },
    },
  }),
});

// `removeDevice: $managed.deviceId` takes a device out of the list of the client.

export const removeDevice = defineRequest({
  name: 'removeDevice',
  summary: 'Removes a device; only the one that the profile offers for management is ever removed.',
  schema: z.strictObject({
    removeDevice: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
    ...requesting,
  }),
  channels: ['rest'],
  capabilities: ['manage', 'removing'],
  scope: 'device:manage',
  request: ({ removeDevice: deviceId }) => ({ call: { name: 'removeDevice', deviceId } }),
});

// `changePassword: $managed.deviceId` with `from` and `to` gives a device another password.

export const changePassword = defineRequest({
  name: 'changePassword',
  summary: 'Replaces the password of the device that the profile offers for management.',
  schema: z.strictObject({
    changePassword: z.string().min(1).describe('the identifier, mostly as $managed.deviceId'),
    from: z.string().min(1).describe('the current password, at first $managed.password'),
    to: z.string().min(1).describe('the new password'),
    ...requesting,
  }),
  channels: ['rest'],
  capabilities: ['manage', 'passwords'],
  scope: 'device:manage',
  request: ({ changePassword: deviceId, from, to }) => ({
    call: { name: 'changePassword', deviceId, change: { currentPassword: from, newPassword: to } },
  }),
});

// `createTicket: operator` creates a ticket for one WebSocket connection, without using it.

const { client: ___, ...ofTickets } = requesting;

export const createTicket = defineRequest({
  name: 'createTicket',
  summary: 'Creates a one-time ticket; `$name.ticket` is what `connect` takes.',
  schema: z.strictObject({ createTicket: name.describe('a client of the scenario'), ...ofTickets }),
  channels: ['rest'],
  capabilities: ['websocket'],
  check: (fields, check) => checkClient(check, ['createTicket'], fields.createTicket),
  request: (fields) => ({ client: fields.createTicket, call: { name: 'createTicket' } }),
});

// `ping:` sends the heartbeat of the WebSocket channel.

export const ping = defineRequest({
  name: 'ping',
  summary: 'Sends session.ping over a connection.',
  schema: z.strictObject({ ping: nothing, ...requesting }),
  channels: ['ws'],
  capabilities: ['websocket'],
  request: () => ({ call: { name: 'ping' } }),
});

// `frame: '{"type":'` sends a WebSocket frame spelled out by hand, for malformed input.

/** The identifier of a request whose data is written by hand. */
const ODD_REQUEST = 'conform-odd-request';

/** What a server has to have for the operations that the text names. */
function featuresNamed(text: string): readonly Feature[] {
  return OPERATION_NAMES.flatMap((operation) => {
    const { feature } = operationFacts(operation);
    return feature && text.includes(operation) ? [feature] : [];
  });
}

const deviceNamed = z.strictObject({ deviceId: z.string() });

export const frame = defineRequest({
  name: 'frame',
  summary: 'Sends a WebSocket frame as written, in the names of the wire.',
  schema: z.strictObject({
    frame: z.unknown().describe('a text goes out as it is, anything else as JSON'),
    topic: z
      .enum(REQUEST_TOPICS)
      .optional()
      .describe('send a request of this topic in the form of the dialect, with `frame` as its data'),
    requestId: z
      .string()
      .min(1)
      .optional()
      .describe('the identifier of that request; default: one of its own'),
    ...requesting,
  }),
  channels: ['ws'],
  capabilities: ['websocket'],
  capabilitiesOf: ({ frame: written }) => featuresNamed(JSON.stringify(written) ?? ''),
  request: ({ frame: written, topic, requestId = ODD_REQUEST }, { target }) => {
    const { shapes } = target.dialect;
    // A device that is named is named as the dialect names it.
    const device = topic === 'device.state.get' ? deviceNamed.safeParse(written).data : undefined;
    const data = device ? shapes.stateRequest.encode(device) : written;
    const whole = topic ? shapes.wsRequest.encode({ topic, requestId, data }) : written;
    return { call: { name: 'frame', text: typeof whole === 'string' ? whole : JSON.stringify(whole) } };
  },
});

// `repeat: first` sends an earlier request once more, unchanged, with the same key; perhaps another way.

const schema = z.strictObject({
  repeat: z.string().describe('the name of an earlier request'),
  respelled: z
    .literal(true)
    .optional()
    .describe('say the same with members in the opposite order, and with other white space'),
  settled: z.boolean().optional().describe('wait until the command has ended'),
  ...requesting,
});

export const repeat = defineVerb<z.output<typeof schema>>({
  name: 'repeat',
  summary: 'Sends an earlier request again, unchanged; the same way unless `via` or `client` says otherwise.',
  schema,
  requests: true,
  captures: replyName,
  refersTo: (fields) => fields.repeat,
  check: (fields, check) => {
    const requests = [...check.names.known].filter(([, kind]) => kind === 'reply').map(([known]) => known);
    check.known(['repeat'], 'request', fields.repeat, requests);
    checkRequesting(fields, check, ['rest', 'ws']);
  },
  run: async (fields, context, step) => {
    const sent = context.captures.get(fields.repeat)?.sent;
    if (!sent) return blocked(`${fields.repeat} is no request that could be repeated`);
    const elsewhere =
      fields.via !== undefined || fields.client !== undefined || fields.authenticate !== undefined;
    const usual = sent.route.via === 'rest' ? 'rest' : 'ws';
    const route = elsewhere
      ? routeOf(context, { ...fields, client: fields.client ?? sent.route.client }, usual)
      : sent.route;
    if (!route) return blocked(`${fields.authenticate} stands for no token`);
    const { call } = sent;
    if (fields.respelled && call.name !== 'operate') return blocked(`${fields.repeat} is no operation`);
    const again = fields.respelled && call.name === 'operate' ? { ...call, respelled: true } : call;
    return performOn(context, step, fields, { call: again, device: sent.device, route });
  },
});
