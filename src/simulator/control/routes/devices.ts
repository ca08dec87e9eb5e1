// Routes about devices: what they are, and what is done to them.
import { z } from 'zod';
import type { DeviceIdentity } from '../../fleet/fleet.js';
import { type ControlReply, json, page, refused, route } from '../route.js';
import { applyStimulus, stimulusSchema } from '../stimuli.js';
import { createDeviceViews } from '../views/devices.js';

export const deviceRoutes = [
  route({
    method: 'GET',
    path: '/devices',
    summary: 'The fleet, a page at a time: identity, lane, refresh budget and faults of each device',
    query: z.strictObject({ ...page, profile: z.string().optional() }),
    handle: ({ query }, { installation: { simulator, faults } }) => {
      const { summary } = createDeviceViews(simulator, faults);
      const { identities, nextCursor } = pageOf(simulator.fleet.list(), query);
      const devices = identities.map(summary);
      return json({ count: simulator.fleet.count, devices, ...(nextCursor && { nextCursor }) });
    },
  }),
  route({
    method: 'GET',
    path: '/devices/{deviceId}',
    summary: 'One device: what it reports beside what is really so',
    handle: ({ parameters: { deviceId = '' } }, { installation: { simulator, faults } }) => {
      const view = createDeviceViews(simulator, faults).view(deviceId);
      return view ? json(view) : noDevice(deviceId);
    },
  }),
  route({
    method: 'GET',
    path: '/devices/{deviceId}/witness',
    summary:
      'What the device has physically done: operations carried out, and how often each relay has switched',
    handle: ({ parameters: { deviceId = '' } }, { installation, steering }) => {
      const device = installation.device(deviceId);
      if (!device) return noDevice(deviceId);
      const { executions, relays, powered, linked } = device.physical();
      return json({ deviceId, at: steering.state().now, executions, relays, powered, linked });
    },
  }),
  route({
    method: 'POST',
    path: '/devices/{deviceId}/stimuli',
    summary: 'Does something to a device: an input, an analog value, a sensor, power, link or RS485 bytes',
    body: stimulusSchema,
    handle: ({ parameters: { deviceId = '' }, body }, { installation, steering }) => {
      const device = installation.device(deviceId);
      if (!device) return noDevice(deviceId);
      if (applyStimulus(device.stimuli, body)) return json({ applied: body.kind, at: steering.state().now });
      const pointer = 'index' in body ? '/index' : 'key' in body ? '/key' : '/kind';
      return refused(422, `${deviceId} has no such channel.`, { pointer });
    },
  }),
];

function noDevice(deviceId: string): ControlReply {
  return refused(404, `There is no device ${deviceId}.`, { hint: 'GET /control/v1/devices lists them.' });
}

interface Query {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly profile?: string | undefined;
}

function pageOf(
  all: Iterable<DeviceIdentity>,
  { limit, cursor, profile }: Query,
): { readonly identities: DeviceIdentity[]; readonly nextCursor?: string } {
  const identities: DeviceIdentity[] = [];
  let passed = cursor === undefined;
  for (const identity of all) {
    if (!passed) passed = identity.deviceId === cursor;
    else if (profile === undefined || identity.profileId === profile) {
      const last = identities.at(-1);
      if (last && identities.length === limit) return { identities, nextCursor: last.deviceId };
      identities.push(identity);
    }
  }
  return { identities };
}
