// What can be said of a step beside its verb: the same words for every verb that takes them.
import * as z from 'zod';
import { formatDuration, parseDuration } from '../../../kernel/duration.js';

// How large a scenario may be: what is beyond is refused before it is built.

export const SCENARIO_LIMITS = {
  /** Rows of a matrix. */
  cases: 10_000,
  /** Values of all cases of a file, with what they include: lists, maps, and what stands in them. */
  values: 2_000_000,
  /** Steps of one case, those inside of others and the included ones with them. */
  steps: 1000,
  /** Steps inside of steps, and includes inside of includes. */
  depth: 16,
  /** Of one step inside of `parallel`. */
  times: 200,
  /** Steps that one `parallel` runs at once. */
  atOnce: 1000,
  /** Characters of a title. */
  title: 500,
  /** Any duration that a step names, in ms. */
  duration: 600_000,
};

/** What the cases of one file may still hold. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget(most = SCENARIO_LIMITS.values) {
  let left = most;
  /** False when there is not enough left; then nothing is. */
  const spend = (value: unknown): boolean => {
    if (--left < 0) return false;
    return typeof value !== 'object' || value === null || Object.values(value).every(spend);
  };
  return { spend };
}

/** A name that a scenario gives to a capture, a connection, a device, a client, a relay or a key. */
export const name = z
  .string()
  .regex(/^[A-Za-z_][\w-]*$/, 'expected a name: letters, digits, - and _, beginning with a letter');

export const TOO_LONG = `expected at most ${formatDuration(SCENARIO_LIMITS.duration)}`;

/** A duration as text, as in `250ms` or `3s`; in code it is a number of ms. */
export const durationModifier = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'expected a duration, as in 250ms, 3s or 1m 30s')
  .refine((text) => (parseDuration(text) ?? 0) <= SCENARIO_LIMITS.duration, TOO_LONG)
  .transform((text) => parseDuration(text) ?? 0)
  .describe('a duration, as in 250ms, 3s or 1m 30s');

/** A capture's time, as in `first.sentAt`. */
const moment = z.string().describe('a time of a capture, as in first.sentAt');

/** Fields and what they must match; a text alone is the expected code. */
export const expectation = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('what the reply must be: a code, or fields with what they must match');
export type Expectation = z.output<typeof expectation>;

export const statement = z.strictObject({
  that: z.unknown().describe('what is looked at: a reference, or a list of them'),
  is: z.unknown().describe('what it must match'),
});
export const statements = z.union([z.array(statement).min(1), statement]);
export type Statement = z.output<typeof statement>;

const span = z.strictObject({ since: moment, atMost: durationModifier });

const ruleIds = z.union([z.string(), z.array(z.string()).min(1)]);

/** Interference as scenarios name it; `broken` are connections that broke or were not opened. */
const interference = z.enum(['RATE_LIMITED', 'DEVICE_BUSY', 'broken']);

/** For all steps that check something. */
export const checking = {
  rule: ruleIds.optional().describe('the rules that the step checks; by default all of the scenario'),
  provided: statements
    .optional()
    .describe('a deviation counts only where this holds; otherwise nothing is decided'),
  insist: z
    .union([interference, z.array(interference).min(1)])
    .optional()
    .describe('interference of this kind is a deviation when it shows in every attempt'),
  confirm: z.literal(true).optional().describe('a deviation counts only when it shows in every attempt'),
};

/** For all requests. */
export const requesting = {
  ...checking,
  via: z.string().optional().describe('rest (the default where it can be), ws, or the name of a connection'),
  client: z.string().optional().describe('who asks; by default the first client of the scenario'),
  as: name.optional().describe('a name for the request and its reply'),
  expect: expectation.optional(),
  within: span.optional().describe('a deviation counts only if the reply came in this span'),
  authenticate: z
    .string()
    .optional()
    .describe('none, invalid, or a reference to a token; by default the token of the client'),
  optional: z
    .literal(true)
    .optional()
    .describe('leave the step out where a value that it refers to is missing, or is not taken'),
  cut: z.literal(true).optional().describe('break the connection once the request is out'),
  patient: z
    .boolean()
    .optional()
    .describe(
      'wait and try again on 429, DEVICE_BUSY, 500 and broken connections; default: without `expect`',
    ),
};
export type Requesting = z.output<z.ZodObject<typeof requesting>>;

/** A text alone is the expected code. */
export function expectedFields(expected: Expectation): Record<string, unknown> {
  return typeof expected === 'string' ? { code: expected } : expected;
}

export function list<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
