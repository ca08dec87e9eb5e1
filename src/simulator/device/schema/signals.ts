// The scalar types of a fleet file, and its signals: `{ kind: sine, mean: 20, amplitude: 3, period: 60s }`, or a number
// that stays.
import { closest } from '../../../kernel/did-you-mean.js';
import * as z from 'zod';
import { isHex } from '../../../kernel/hex.js';
import { parseDuration } from '../../../kernel/duration.js';
import { spanSchema } from '../../../document/duration.js';

export interface ReplayPoint {
  readonly at: number;
  readonly value: number;
}

// What to say when the `kind` of a signal or a peripheral is none that there is.

/** For the `error` of a discriminated union; undefined leaves other mistakes to zod. */
export function unknownKind(
  kinds: readonly string[],
): (issue: { code: string; input?: unknown }) => string | undefined {
  return ({ code, input }) => {
    if (code !== 'invalid_union') return undefined;
    const known = kinds.join(', ');
    const kind = typeof input === 'object' && input !== null && 'kind' in input ? input.kind : undefined;
    if (typeof kind !== 'string') return `needs a kind: ${known}`;
    const near = closest(kind, kinds);
    return `unknown kind "${kind}"; ${near === undefined ? `known: ${known}` : `did you mean "${near}"?`}`;
  };
}

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

// Recorded values as CSV: lines of `time,value`. The time is a number of seconds or a duration; a heading,
// empty lines and lines that begin with # are passed over.

const MOST_POINTS = 1_000_000;

/** The points, or what is wrong with them. */
function parseReplay(text: string): ReplayPoint[] | string {
  const points: ReplayPoint[] = [];
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [time = '', value = '', ...rest] = line.split(',').map((cell) => cell.trim());
    const ms = timeOf(time);
    const heading = points.length === 0 && ms === undefined && Number.isNaN(Number(value));
    if (heading) continue;
    if (ms === undefined || value === '' || !Number.isFinite(Number(value)) || rest.length > 0) {
      return `line ${at + 1} of the CSV is "${line}"; expected time,value such as 1.5,20.3`;
    }
    if (ms <= (points.at(-1)?.at ?? -1))
      return `line ${at + 1} of the CSV: its time does not come after the one before`;
    points.push({ at: ms, value: Number(value) });
    if (points.length > MOST_POINTS) return `the CSV has more than ${MOST_POINTS} lines`;
  }
  return points.length > 0 ? points : 'the CSV has no values';
}

function timeOf(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  return parseDuration(text);
}

// Signals in a fleet file: `{ kind: sine, mean: 20, amplitude: 3, period: 60s }`, or a number that stays.

export type SignalSchema = z.ZodType<SignalSpec>;

/** Gives the text of a file that a fleet names; undefined when there is none. */
export type LoadText = (name: string) => string | undefined;

const afterwards = z.enum(['hold', 'repeat']);

const constant = z.strictObject({
  kind: z.literal('constant').describe('Always the same value'),
  value: z.number().describe('The value'),
});

const sine = z.strictObject({
  kind: z.literal('sine').describe('A sine'),
  mean: z.number().default(0).describe('The value that it goes around'),
  amplitude: z.number().default(1).describe('How far it goes from the mean'),
  period: spanSchema().describe('How long one period lasts'),
  phase: z.number().min(0).max(1).default(0).describe('Where in its period it begins, 0 to 1'),
});

const ramp = z.strictObject({
  kind: z.literal('ramp').describe('From one value to another at a steady rate'),
  from: z.number().default(0).describe('The first value'),
  to: z.number().describe('The last value'),
  over: spanSchema().describe('How long it takes'),
  after: z.enum(['hold', 'repeat', 'return']).default('hold').describe('What comes after the last value'),
});

const step = z.strictObject({
  kind: z.literal('step').describe('One level after the other'),
  levels: z.array(z.number()).min(1).describe('The levels, in order'),
  every: spanSchema().describe('How long each lasts'),
  after: afterwards.default('repeat').describe('What comes after the last level'),
});

const randomWalk = z
  .strictObject({
    kind: z.literal('random-walk').describe('Goes up and down by chance'),
    start: z.number().default(0).describe('The first value'),
    step: z.number().positive().describe('About how far it goes in each `every`'),
    every: spanSchema().prefault('1s').describe('From one change to the next'),
    least: z.number().default(-Infinity).describe('It goes no lower'),
    most: z.number().default(Infinity).describe('It goes no higher'),
  })
  .refine(({ least, start, most }) => least <= start && start <= most, {
    error: 'must begin between `least` and `most`',
    path: ['start'],
  });

/** Recorded values: sorted by time, at least one. */
export interface ReplaySpec {
  readonly kind: 'replay';
  readonly points: readonly ReplayPoint[];
  readonly between: 'hold' | 'linear';
  readonly after: z.output<typeof afterwards>;
}

/** Another signal, and on top of it a new deviation of up to `amplitude` in each `every`. */
export interface NoiseSpec {
  readonly kind: 'noise';
  readonly amplitude: number;
  readonly every: number;
  readonly on: SignalSpec;
}

type PlainSpec = z.output<typeof constant | typeof sine | typeof ramp | typeof step | typeof randomWalk>;
export type SignalSpec = PlainSpec | ReplaySpec | NoiseSpec;
export type SignalKind = SignalSpec['kind'];
export const SIGNAL_KINDS = ['constant', 'sine', 'ramp', 'step', 'random-walk', 'noise', 'replay'] as const;

/** @param load where replays get the CSV files from that they name. */
export function signalSchema(load: LoadText): SignalSchema {
  const replay = z
    .strictObject({
      kind: z.literal('replay').describe('Values that were recorded'),
      csv: z.string().optional().describe('Lines of `time,value`: seconds or durations, ascending'),
      file: z.string().optional().describe('A file with such lines, beside the fleet file'),
      between: z.enum(['hold', 'linear']).default('hold').describe('What it is between two values'),
      after: afterwards.default('repeat').describe('What comes after the last value'),
    })
    .transform(({ kind, csv, file, between, after }, context) => {
      const problem = (path: string, message: string): never => {
        context.addIssue({ code: 'custom', path: [path], message });
        return z.NEVER;
      };
      if ((csv === undefined) === (file === undefined))
        return problem('kind', 'needs either `csv` or `file`');
      const from = csv === undefined ? 'file' : 'csv';
      const text = csv ?? load(file ?? '');
      if (text === undefined) return problem(from, `cannot be read: ${file}`);
      const points = parseReplay(text);
      return typeof points === 'string' ? problem(from, points) : { kind, points, between, after };
    });

  const noise = z.strictObject({
    kind: z.literal('noise').describe('Noise upon another signal'),
    amplitude: z.number().positive().describe('How far it goes up and down'),
    every: spanSchema().prefault('100ms').describe('From one change to the next'),
    get on() {
      return signal.prefault(0).describe('The signal below; the bare noise when absent');
    },
  });
  const signal: SignalSchema = z.union([
    z.number().transform((value): SignalSpec => ({ kind: 'constant', value })),
    z.discriminatedUnion('kind', [constant, sine, ramp, step, randomWalk, replay, noise], {
      error: unknownKind(SIGNAL_KINDS),
    }),
  ]);
  return signal;
}
