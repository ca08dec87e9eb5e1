// Routes about devices: what they are, and what is done to them.
import * as z from 'zod';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import { closest } from '../../../kernel/did-you-mean.js';
import { applyStimulus, channelsInstead, idleAct, stimulusSchema } from '../stimuli.js';
import { type ControlReply, json, page, refused, route } from '../route.js';
import { deviceQuery, devicePage, createDeviceViews } from '../views.js';

export const deviceRoutes = [
  route('GET /devices', {
    id: 'listDevices',
    looks: ['fleet'],
    reply: 'DevicePage',
    summary: 'The fleet, a page at a time: identity, lane, refresh budget and faults of each device',
    query: deviceQuery,
    handle: ({ query }, { installation: { simulator, faults } }) =>
      json(devicePage(simulator.fleet, createDeviceViews(simulator, faults), query)),
  }),
  route('GET /devices/{deviceId}', {
    id: 'getDevice',
    reply: 'Device',
    summary: 'One device: what it reports beside what is really so',
    handle: ({ parameters: { deviceId = '' } }, { installation: { simulator, faults } }) => {
      const view = createDeviceViews(simulator, faults).view(deviceId);
      return view ? json(view) : noDevice(deviceId, simulator.fleet.list());
    },
  }),
  route('GET /devices/{deviceId}/witness', {
    id: 'getWitness',
    reply: 'Witness',
    summary:
      'What the device has physically done: operations carried out, and how often each relay has switched',
    handle: ({ parameters: { deviceId = '' } }, { installation, steering }) => {
      const device = installation.device(deviceId);
      if (!device) return noDevice(deviceId, installation.simulator.fleet.list());
      const { executions, relays, powered, linked } = device.physical();
      return json({ deviceId, at: steering.state().now, executions, relays, powered, linked });
    },
  }),
  route('POST /devices/{deviceId}/stimuli', {
    id: 'applyStimulus',
    reply: 'Applied',
    summary: 'Does something to a device: an input, an analog value, a sensor, power, link or RS485 bytes',
    body: stimulusSchema,
    handle: ({ parameters: { deviceId = '' }, body }, { installation, steering }) => {
      const device = installation.device(deviceId);
      if (!device) return noDevice(deviceId, installation.simulator.fleet.list());
      const online = installation.simulator.fleet.status(deviceId)?.online ?? false;
      const idle = idleAct(body, { ...device.physical(), online });
      if (applyStimulus(device.stimuli, body))
        return json({ applied: body.kind, at: steering.state().now, ...idle });
      const pointer = 'index' in body ? '/index' : 'key' in body ? '/key' : '/kind';
      const instead = channelsInstead(body, device.channels);
      return refused(422, `${deviceId} has no such channel: ${instead}.`, { pointer });
    },
  }),
];

/** So many names are compared with a mistyped one: a fleet may have a hundred thousand. */
const MOST_COMPARED = 2000;

function noDevice(deviceId: string, fleet: Iterable<DeviceIdentity>): ControlReply {
  const near = closest(deviceId, namesOf(fleet));
  const meant = near === undefined ? '' : `Did you mean "${near}"? `;
  return refused(404, `There is no device ${deviceId}.`, {
    pointer: '{deviceId}',
    hint: `${meant}GET /control/v1/devices lists them.`,
  });
}

function* namesOf(fleet: Iterable<DeviceIdentity>): Generator<string> {
  let left = MOST_COMPARED;
  for (const { deviceId } of fleet) {
    if (left-- === 0) return;
    yield deviceId;
  }
}

// Routes about the commands that the service knows.

export const commandRoutes = [
  route('GET /commands', {
    id: 'listCommands',
    looks: ['commands'],
    reply: 'CommandPage',
    summary: 'The ledger, newest first, a page at a time: commands with their client and idempotency key',
    query: z.strictObject({
      ...page,
      device: z.string().optional().describe('Only what is about this device.'),
      client: z.string().optional().describe('Only what is about this API client.'),
      key: z.string().optional().describe('Only the command with this idempotency key.'),
    }),
    handle: ({ query }, { installation }) => {
      const { limit, cursor, device, client, key } = query;
      const found = [...installation.simulator.ports.ledger.list()]
        .toReversed()
        .filter(
          ({ command, clientId, idempotencyKey }) =>
            (device === undefined || command.deviceId === device) &&
            (client === undefined || clientId === client) &&
            (key === undefined || idempotencyKey === key),
        )
        .map(({ command, clientId, idempotencyKey }) => ({ ...command, clientId, idempotencyKey }));
      const from = cursor === undefined ? 0 : found.findIndex(({ commandId }) => commandId === cursor) + 1;
      if (cursor !== undefined && from === 0)
        return refused(400, 'The cursor is unknown; start again without one.', { pointer: '?cursor' });
      const commands = found.slice(from, from + limit);
      const last = from + limit < found.length ? commands.at(-1) : undefined;
      return json({ count: found.length, commands, ...(last && { nextCursor: last.commandId }) });
    },
  }),
];
