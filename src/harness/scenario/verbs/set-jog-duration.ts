// `setJogDuration: plant` with `relay: lamp` and `to: 500ms` sets how long a jog of that relay lasts.
import { z } from 'zod';
import { duration } from '../language/modifiers.js';
import { addressed, checkDevice, deviceField, deviceNameIn } from './device-field.js';
import { operate, operating } from './operating.js';
import { defineRequest } from './request-verb.js';

export const setJogDuration = defineRequest({
  name: 'setJogDuration',
  summary: 'Sets the jog duration of one relay.',
  schema: z.strictObject({ setJogDuration: deviceField, relay: z.string(), to: duration, ...operating }),
  channels: ['rest', 'ws'],
  capabilities: ['configure'],
  device: (fields) => deviceNameIn(fields.setJogDuration),
  scope: 'device:config',
  works: true,
  creates: true,
  settings: () => 'changes',
  check: (fields, check) => {
    checkDevice(check, 'setJogDuration', fields.setJogDuration);
    if (typeof fields.setJogDuration !== 'string') return;
    const relays = check.names.needs.devices[fields.setJogDuration]?.relays ?? [];
    check.known(['relay'], `relay of ${fields.setJogDuration}`, fields.relay, relays);
  },
  request: (fields, context) => {
    const { deviceId, device } = addressed(context, fields.setJogDuration);
    const params = { index: device?.relays[fields.relay] ?? 1, duration: fields.to };
    return { call: operate(context, deviceId, { name: 'device.relay.jogConfig.set', params }, fields) };
  },
});
