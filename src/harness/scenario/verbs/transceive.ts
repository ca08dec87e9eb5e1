// `transceive: plant` with `data: answered` sends RS485 bytes and waits for the response.
import { z } from 'zod';
import { isHex } from '../../../kernel/hex.js';
import { duration } from '../language/modifiers.js';
import { addressed, checkDevice, deviceField, deviceNameIn } from './device-field.js';
import { operate, operating } from './operating.js';
import { defineRequest } from './request-verb.js';

const data = z
  .string()
  .refine(
    (text) => text === 'answered' || text === 'unanswered' || isHex(text),
    'expected hex, answered or unanswered',
  )
  .describe('bytes in hex; `answered` and `unanswered` are those that the profile declares');

export const transceive = defineRequest({
  name: 'transceive',
  summary: 'Sends bytes over the RS485 port of a device and waits for the response.',
  schema: z.strictObject({ transceive: deviceField, data, timeout: duration.optional(), ...operating }),
  channels: ['rest', 'ws'],
  waits: ({ data: bytes, timeout = 0, cut }) => (bytes === 'unanswered' && !cut ? timeout : 0),
  device: (fields) => deviceNameIn(fields.transceive),
  scope: 'device:control',
  creates: true,
  check: (fields, check) => {
    checkDevice(check, 'transceive', fields.transceive);
    if (typeof fields.transceive !== 'string' || isHex(fields.data)) return;
    const needed: readonly string[] = check.names.needs.devices[fields.transceive]?.rs485 ?? [];
    if (!needed.includes(fields.data))
      check.problem(
        ['data'],
        `the scenario does not need bytes that are ${fields.data}`,
        `Write rs485: ${fields.data} at the device in "needs".`,
      );
  },
  request: (fields, context) => {
    const { deviceId, device } = addressed(context, fields.transceive);
    const known =
      fields.data === 'answered' || fields.data === 'unanswered' ? device?.rs485?.[fields.data] : undefined;
    const timeout = fields.timeout === undefined ? {} : { timeout: fields.timeout };
    const params = { data: known ?? fields.data, ...timeout };
    return {
      call: operate(context, deviceId, { name: 'device.rs485.transceive', params }, fields),
      ...(device ? { device } : {}),
    };
  },
});
