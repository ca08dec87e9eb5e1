// Signals in a fleet file: `{ kind: sine, mean: 20, amplitude: 3, period: 60s }`, or a number that stays.
import { z } from 'zod';
import { SIGNAL_KINDS } from '../../device/signals/registry.js';
import { parseReplay } from '../replay-csv.js';
import { unknownKind } from './kinds.js';
import { span } from '../../../document/duration.js';
const afterwards = z.enum(['hold', 'repeat']);
const constant = z.strictObject({ kind: z.literal('constant'), value: z.number() });
const sine = z.strictObject({
    kind: z.literal('sine'),
    mean: z.number().default(0),
    amplitude: z.number().default(1),
    period: span(),
    phase: z.number().min(0).max(1).default(0).describe('Where in its period it begins, 0 to 1'),
});
const ramp = z.strictObject({
    kind: z.literal('ramp'),
    from: z.number().default(0),
    to: z.number(),
    over: span(),
    after: z.enum(['hold', 'repeat', 'return']).default('hold'),
});
const step = z.strictObject({
    kind: z.literal('step'),
    levels: z.array(z.number()).min(1),
    every: span(),
    after: afterwards.default('repeat'),
});
const randomWalk = z
    .strictObject({
    kind: z.literal('random-walk'),
    start: z.number().default(0),
    step: z.number().positive().describe('About how far it goes in each `every`'),
    every: span().prefault('1s'),
    least: z.number().default(-Infinity),
    most: z.number().default(Infinity),
})
    .refine(({ least, start, most }) => least <= start && start <= most, {
    error: 'must begin between `least` and `most`',
    path: ['start'],
});
/** @param load where replays get the CSV files from that they name. */
export function signalSchema(load) {
    const replay = z
        .strictObject({
        kind: z.literal('replay'),
        csv: z.string().optional().describe('Lines of `time,value`: seconds or durations, ascending'),
        file: z.string().optional().describe('A file with such lines, beside the fleet file'),
        between: z.enum(['hold', 'linear']).default('hold'),
        after: afterwards.default('repeat'),
    })
        .transform(({ kind, csv, file, between, after }, context) => {
        const problem = (path, message) => {
            context.addIssue({ code: 'custom', path: [path], message });
            return z.NEVER;
        };
        if ((csv === undefined) === (file === undefined))
            return problem('kind', 'needs either `csv` or `file`');
        const from = csv === undefined ? 'file' : 'csv';
        const text = csv ?? load(file ?? '');
        if (text === undefined)
            return problem(from, `cannot be read: ${file}`);
        const points = parseReplay(text);
        return typeof points === 'string' ? problem(from, points) : { kind, points, between, after };
    });
    const noise = z.strictObject({
        kind: z.literal('noise'),
        amplitude: z.number().positive(),
        every: span().prefault('100ms'),
        get on() {
            return signal.prefault(0).describe('The signal below; the bare noise when absent');
        },
    });
    const signal = z.union([
        z.number().transform((value) => ({ kind: 'constant', value })),
        z.discriminatedUnion('kind', [constant, sine, ramp, step, randomWalk, replay, noise], {
            error: unknownKind(SIGNAL_KINDS),
        }),
    ]);
    return signal;
}
