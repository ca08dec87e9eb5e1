// `setBaudRate: plant` with `to: 19200` sets the speed of the RS485 port.
import { z } from 'zod';
import { addressed, checkDevice, deviceField, deviceNameIn } from './device-field.js';
import { operate, operating } from './operating.js';
import { defineRequest } from './request-verb.js';

export const setBaudRate = defineRequest({
  name: 'setBaudRate',
  summary: 'Sets the RS485 baud rate of a device.',
  schema: z.strictObject({
    setBaudRate: deviceField,
    to: z
      .union([z.int().positive(), z.string().regex(/^\$/, 'expected a number or a reference')])
      .describe('bit/s, mostly as a number; $before.config.baudRate puts back what was read'),
    ...operating,
  }),
  channels: ['rest', 'ws'],
  capabilities: ['configure'],
  device: (fields) => deviceNameIn(fields.setBaudRate),
  scope: 'device:config',
  works: true,
  creates: true,
  settings: () => 'changes',
  check: (fields, check) => checkDevice(check, 'setBaudRate', fields.setBaudRate),
  request: (fields, context) => {
    const { deviceId } = addressed(context, fields.setBaudRate);
    return {
      call: operate(
        context,
        deviceId,
        { name: 'device.rs485.baudRate.set', params: { baudRate: Number(fields.to) } },
        fields,
      ),
    };
  },
});
