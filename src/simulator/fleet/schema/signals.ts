// Signals in a fleet file: `{ kind: sine, mean: 20, amplitude: 3, period: 60s }`, or a number that stays.
import { z } from 'zod';
import { SIGNAL_KINDS } from '../../device/signals/registry.js';
import type { SignalSpec } from '../../device/signals/signal.js';
import { parseReplay } from '../replay-csv.js';
import { unknownKind } from './kinds.js';
import { spanSchema } from '../../../document/duration.js';

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
