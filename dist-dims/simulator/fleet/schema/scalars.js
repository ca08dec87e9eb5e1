// The scalar types of a fleet file.
import { z } from 'zod';
import { isHex } from '../../../kernel/hex.js';
export const hex = z
    .string({ error: 'expected hex in quotes; without them YAML reads a number' })
    .refine((text) => isHex(text.replace(/\s+/g, '')), 'expected bytes in hex, such as "01 03 ff"')
    .transform((text) => text.replace(/\s+/g, '').toLowerCase());
/** Slow lines and fast ones; whatever lies between is taken. */
const LEAST_BAUD_RATE = 300;
const MOST_BAUD_RATE = 1_000_000;
export const baudRate = z.int().min(LEAST_BAUD_RATE).max(MOST_BAUD_RATE);
export const count = z.int().min(1).max(1000);
/** The same keys, each of which may be left out. */
export function optional(shape) {
    const entries = Object.entries(shape).map(([key, schema]) => [key, z.exactOptional(schema)]);
    return Object.fromEntries(entries);
}
