// The scalar types of a fleet file.
import { z } from 'zod';
import { parseDuration } from '../../../kernel/duration.js';
import { isHex } from '../../../kernel/hex.js';

const DURATION = /^(?:\d+(?:\.\d+)?\s*(?:ms|s|min|m|h|d)\s*)+$/;
const EXPECTED = 'expected a duration such as 250ms, 3s or 1m 30s';

/** A duration as `3s`, turned into whole ms; `least` in ms. */
export function duration(least = 0): z.ZodType<number, string> {
  return z
    .string({ error: EXPECTED })
    .regex(DURATION, EXPECTED)
    .transform((text) => parseDuration(text) ?? -1)
    .refine((ms) => Number.isInteger(ms), 'expected whole milliseconds')
    .refine((ms) => ms >= least, `must be at least ${least} ms`);
}

/** A duration of more than nothing. */
export const span = (): z.ZodType<number, string> => duration(1);

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
export function optional<S extends z.ZodRawShape>(shape: S): { [K in keyof S]: z.ZodExactOptional<S[K]> } {
  const entries = Object.entries(shape).map(([key, schema]) => [key, z.exactOptional(schema)]);
  return Object.fromEntries(entries) as { [K in keyof S]: z.ZodExactOptional<S[K]> };
}
