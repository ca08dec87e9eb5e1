// The RS485 port in a fleet file, and what hangs on it.
import { z } from 'zod';
import { isHexPattern } from '../../device/rs485/hex-pattern.js';
import { PERIPHERAL_KINDS } from '../../device/rs485/registry.js';
import { unknownKind } from './kinds.js';
import { duration, span } from '../../../document/duration.js';
import { baudRate, hex } from './scalars.js';
const delay = duration(0).prefault('5ms').describe('From the end of the request to the first byte');
const speed = baudRate.exactOptional().describe('The rate it speaks at; the port’s own when absent');
const hexPattern = z
    .string({ error: 'expected hex in quotes; without them YAML reads a number' })
    .refine(isHexPattern, 'expected hex in which ".." is any byte and a last "*" any bytes, such as "01 03 .. *"');
const echo = z.strictObject({
    kind: z.literal('echo'),
    prefix: hex.prefault('').describe('Echoes only what begins with these bytes'),
    delay,
    baudRate: speed,
});
const scripted = z.strictObject({
    kind: z.literal('scripted'),
    rules: z.array(z.strictObject({ request: hexPattern, response: hexPattern, delay })).min(1),
    baudRate: speed,
});
const silent = z.strictObject({ kind: z.literal('silent'), baudRate: speed });
const chatty = z.strictObject({
    kind: z.literal('chatty'),
    data: hex.refine((text) => text.length > 0, 'needs at least one byte'),
    interval: span(),
    baudRate: speed,
});
const word = z.int().min(0).max(0xffff);
/** Registers by address, or a list of those from address 0 on. */
function registers(value) {
    const address = z.string().regex(/^\d{1,5}$/, 'expected a register address, 0 to 65535');
    return z.union([
        z.array(value).transform((list) => new Map(list.entries())),
        z
            .record(address, value)
            .transform((record) => new Map(Object.entries(record).map(([key, each]) => [Number(key), each]))),
    ]);
}
export function rs485Schema(signal) {
    const modbus = z.strictObject({
        kind: z.literal('modbus-rtu'),
        address: z.int().min(1).max(247),
        delay,
        holding: registers(word).prefault([]),
        input: registers(signal).prefault([]),
        baudRate: speed,
    });
    const peripheral = z.discriminatedUnion('kind', [echo, modbus, scripted, silent, chatty], {
        error: unknownKind(PERIPHERAL_KINDS),
    });
    return z.strictObject({
        baudRate: baudRate.default(9600),
        parity: z.enum(['none', 'even', 'odd']).default('none'),
        stopBits: z.literal([1, 2]).default(1),
        peripherals: z.array(peripheral).default([]),
    });
}
