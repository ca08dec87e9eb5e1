// The RS485 port in a fleet file, and what hangs on it.
import { z } from 'zod';
import { isHexPattern } from '../../device/rs485/hex-pattern.js';
import { PERIPHERAL_KINDS } from '../../device/rs485/registry.js';
import type { Rs485Spec } from '../../device/rs485/rs485-spec.js';
import { unknownKind } from './kinds.js';
import { durationSchema, spanSchema } from '../../../document/duration.js';
import { baudRate, hex } from './scalars.js';
import type { SignalSchema } from './signals.js';

const delay = durationSchema(0).prefault('5ms').describe('From the end of the request to the first byte');
const speed = baudRate.exactOptional().describe('The rate it speaks at; the port’s own when absent');

const hexPattern = z
  .string({ error: 'expected hex in quotes; without them YAML reads a number' })
  .refine(
    isHexPattern,
    'expected hex in which ".." is any byte and a last "*" any bytes, such as "01 03 .. *"',
  );

const echo = z.strictObject({
  kind: z.literal('echo').describe('Sends back what begins with the prefix'),
  prefix: hex.prefault('').describe('Echoes only what begins with these bytes'),
  delay,
  baudRate: speed,
});

const scripted = z.strictObject({
  kind: z.literal('scripted').describe('The first request that matches says the response'),
  rules: z
    .array(
      z.strictObject({
        request: hexPattern.describe('Hex; `..` is any byte, a last `*` any number of bytes'),
        response: hexPattern.describe('Hex; `..` and `*` stand for what they matched'),
        delay,
      }),
    )
    .min(1)
    .describe('Requests and their responses'),
  baudRate: speed,
});

const silent = z.strictObject({
  kind: z.literal('silent').describe('Hears and says nothing'),
  baudRate: speed,
});

const chatty = z.strictObject({
  kind: z.literal('chatty').describe('Speaks without being asked'),
  data: hex.refine((text) => text.length > 0, 'needs at least one byte').describe('Its bytes in hex'),
  interval: spanSchema().describe('From one time to the next'),
  baudRate: speed,
});

const word = z.int().min(0).max(0xffff);

/** Registers by address, or a list of those from address 0 on. */
function registers<T>(value: z.ZodType<T>): z.ZodType<Map<number, T>> {
  const address = z.string().regex(/^\d{1,5}$/, 'expected a register address, 0 to 65535');
  return z.union([
    z.array(value).transform((list) => new Map(list.entries())),
    z
      .record(address, value)
      .transform((record) => new Map(Object.entries(record).map(([key, each]) => [Number(key), each]))),
  ]);
}

export function rs485Schema(signal: SignalSchema): z.ZodType<Rs485Spec> {
  const modbus = z.strictObject({
    kind: z.literal('modbus-rtu').describe('A Modbus RTU server: functions 03, 04, 06, 08 and 16'),
    address: z.int().min(1).max(247).describe('Its address on the bus'),
    delay,
    holding: registers(word).prefault([]).describe('Holding registers: a list from 0 on, or by address'),
    input: registers(signal).prefault([]).describe('Input registers; each may follow a signal'),
    baudRate: speed,
  });
  const peripheral = z.discriminatedUnion('kind', [echo, modbus, scripted, silent, chatty], {
    error: unknownKind(PERIPHERAL_KINDS),
  });
  return z.strictObject({
    baudRate: baudRate.default(9600).describe('Rate of the port at the start, in bit/s'),
    parity: z.enum(['none', 'even', 'odd']).default('none').describe('The parity bit'),
    stopBits: z.literal([1, 2]).default(1).describe('How many stop bits'),
    peripherals: z.array(peripheral).default([]).describe('What is connected to the bus, by `kind`'),
  });
}
