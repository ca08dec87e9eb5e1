// Durations in the files that people write: `250ms`, `3s`, `1m 30s`. In code they are numbers of ms.
import * as z from 'zod';
import { parseDuration } from '../kernel/duration.js';

const DURATION = /^(?:\d+(?:\.\d+)?\s*(?:ms|s|min|m|h|d)\s*)+$/;
const EXPECTED = 'expected a duration such as 250ms, 3s or 1m 30s';

/** A duration, turned into whole ms; `least` in ms. */
export function durationSchema(least = 0): z.ZodType<number, string> {
  return z
    .string({ error: EXPECTED })
    .regex(DURATION, EXPECTED)
    .transform((text) => parseDuration(text) ?? -1)
    .refine((ms) => Number.isInteger(ms), 'expected whole milliseconds')
    .refine((ms) => ms >= least, `must be at least ${least} ms`);
}

/** A duration of more than nothing. */
export const spanSchema = (): z.ZodType<number, string> => durationSchema(1);

/** A wait of somebody: more than nothing, and at most ten minutes. */
export function waitSchema(): z.ZodType<number, string> {
  return z
    .string({ error: 'expected a duration with its unit, such as 3s or 500ms' })
    .refine((text) => {
      const ms = parseDuration(text) ?? 0;
      return ms > 0 && ms <= LONGEST_WAIT;
    }, 'expected a duration of at most 10m, such as 3s or 500ms')
    .transform((text) => parseDuration(text) ?? 0);
}

const LONGEST_WAIT = 10 * 60_000;
