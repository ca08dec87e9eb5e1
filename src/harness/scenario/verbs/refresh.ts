// `refresh: plant` reads a device afresh: GET device over REST, device.state.get over WebSocket.
import { z } from 'zod';
import { requesting } from '../language/modifiers.js';
import { addressed, checkDevice, deviceField, deviceNameIn } from './device-field.js';
import { defineRequest } from './request-verb.js';

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
