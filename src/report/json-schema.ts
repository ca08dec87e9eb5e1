// The shape of the JSON report. Programs read it: fields are added, never changed under the same format.
import * as z from 'zod';
import { type JsonSchema, schemaAddress } from '../document/editor-schema.js';
import { COUNTED_VERDICTS } from './result-words.js';

export const REPORT_FORMAT = 'conform-report/1';

/** With what it means, for whoever reads the schema. */
const told = <S extends z.ZodType>(schema: S, description: string): S => schema.meta({ description });
const maybe = <S extends z.ZodType>(schema: S, description: string): z.ZodOptional<S> =>
  schema.optional().meta({ description });

const verdict = z.enum(COUNTED_VERDICTS);
const milliseconds = told(z.number(), 'milliseconds on the clock of the run');

const trace = z.array(z.looseObject({ kind: z.string(), seq: z.int(), at: milliseconds }));

const witness = z.strictObject({
  proof: told(
    z.enum(['judge', 'step']),
    'judge: the trace breaks the rule when it is judged alone; step: what a step, or an audit, has compared',
  ),
  invariant: maybe(z.string(), 'what judges the trace'),
  right: told(z.string(), 'what would have been right, with numbers'),
  silence: maybe(
    z.strictObject({
      awaited: z.string(),
      from: milliseconds,
      to: milliseconds,
      on: told(z.array(z.string()), 'connections that were listened to'),
      instead: maybe(z.string(), 'in what the nearest that came differs'),
    }),
    'what did not come, and how long it was waited for; times as in the trace',
  ),
  wrong: z
    .array(
      z.strictObject({
        exchange: z.int(),
        pointer: told(z.string(), 'JSON Pointer into the body or frame on the wire'),
        expected: z.string(),
        actual: z.string(),
      }),
    )
    .optional(),
  untreated: maybe(
    z.array(z.int()),
    'of an experiment: which records, by `seq`, are of the occasion without the fault',
  ),
  leftOut: told(z.int(), 'exchanges, events and stimuli of the check that are not needed'),
  trace: told(trace, 'the fewest records that still contradict the rule; `at` from the first of them'),
});

const finding = z.strictObject({
  rule: z.string(),
  verdict: z.enum(['pass', 'fail', 'warn', 'waived', 'known', 'inconclusive']),
  where: z.string(),
  expected: z.string(),
  actual: z.string(),
  exchanges: told(z.array(z.int()), 'numbers of exchanges in the trace of the check'),
  stands: maybe(
    z.strictObject({ seen: z.int(), of: z.int() }),
    'how often a breach has shown, of the times that it was looked at',
  ),
  verified: maybe(z.literal(true), 'the second judge finds the same'),
  witness: maybe(witness, 'of a breach: its proof, as small as it gets'),
});

const leftOut = told(
  z.int(),
  'records of the trace that are not in the report, which has a limit; --report trace=PATH keeps all',
);

const program = z.strictObject({
  index: told(z.int(), 'its place among the programs of the seed'),
  operations: z.int(),
  steps: z.array(z.string()),
  yaml: told(z.string(), 'a scenario that replays it'),
  otherTraceLeftOut: leftOut.optional(),
  otherTrace: maybe(trace, 'a run of it that did not show the breach'),
});

const boundName = z.strictObject({
  name: z.string(),
  kind: z.enum(['device', 'client']),
  id: told(z.string(), 'of a device its deviceId, of a client its name in the profile'),
  channels: told(
    z.record(z.string(), z.union([z.number(), z.string()])),
    'index, or key of a sensor, by kind and name: relays.lamp',
  ),
});

const check = z.strictObject({
  id: z.string(),
  area: z.string(),
  title: z.string(),
  verdict,
  reason: z.string().optional(),
  rules: z.array(z.string()),
  names: maybe(
    z.array(boundName),
    'what the names of the scenario stood for; only of checks that did not pass',
  ),
  file: z.string().optional(),
  line: z.int().optional(),
  attempts: z.int(),
  startedAfter: milliseconds,
  duration: milliseconds,
  findings: z.array(finding),
  findingsLeftOut: maybe(z.int(), 'further findings, which are like the first ones'),
  dropped: maybe(z.int(), 'how many records were not kept, because the trace had reached its limit'),
  program: maybe(program, 'of a property: the smallest random program that shows what is wrong'),
  traceLeftOut: leftOut.optional(),
  trace: maybe(
    trace,
    'what was seen, in order; only of checks that did not pass; `at` from the start of the check',
  ),
});

const leftUnchecked = z.strictObject({
  option: z.string(),
  rules: told(z.array(z.string()), 'rules of which nothing was checked'),
  inPart: told(z.array(z.string()), 'rules of which other checks were made'),
});

const rule = z.strictObject({
  id: z.string(),
  basis: z.enum(['stated', 'derived']),
  section: z.string(),
  sentence: z.string(),
  verdict: z.enum([...verdict.options, 'not checked']),
  unobservable: maybe(z.string(), 'why nobody can check the rule from outside of a server'),
  explain: maybe(z.string(), 'the command that says what the rule wants'),
  checks: z.array(z.strictObject({ id: z.string(), verdict })),
});

export const jsonReportSchema = z.strictObject({
  format: z.literal(REPORT_FORMAT),
  version: told(z.string(), 'version of the program that wrote the report'),
  target: z.string(),
  dialect: z.string(),
  revision: maybe(z.string(), 'of the interface, where one was named; else the newest'),
  seed: z.int(),
  startedAt: z.iso.datetime(),
  duration: milliseconds,
  speed: told(z.number(), "how many times faster than the machine's clock the run's clock went"),
  virtual: maybe(z.literal(true), 'the run was in virtual time'),
  lateBy: maybe(milliseconds, 'by how much the machine of the run was late at the most, where it was'),
  roundTrip: milliseconds,
  conclusion: z.enum(['passed', 'broken', 'misread', 'undecided', 'unreachable', 'error']),
  sentence: z.string(),
  cutShort: z.string().optional(),
  unreachable: z.string().optional(),
  leftUnchecked: maybe(leftUnchecked, 'what --no-actuate or --read-only left out'),
  notRestored: z.array(z.string()),
  dialectProblems: maybe(z.array(z.string()), 'what of the target does not fit the dialect, each form once'),
  waiverProblems: maybe(
    z.array(z.string()),
    'waivers of the profile and entries of the baseline that have expired or name nothing that is there: they fail the run',
  ),
  shard: maybe(
    z.strictObject({ index: z.int(), count: z.int(), checks: z.int() }),
    'the run had one of `count` parts; `checks`: of all parts together',
  ),
  baseline: z
    .strictObject({
      known: told(z.int(), 'known failures that were found again'),
      gone: told(
        z.array(z.strictObject({ check: z.string(), rule: z.string() })),
        'known failures that were looked for, and are there no more',
      ),
      unseen: told(z.int(), 'known failures of which the run says nothing'),
    })
    .optional(),
  advice: maybe(
    z.array(z.string()),
    'of an audit, what costs a client quota or latency; of a run, relays that the profile does not list and that have changed; never counted',
  ),
  programs: maybe(
    z.strictObject({
      programs: z.int(),
      operations: z.int(),
      took: z.number(),
      setAside: maybe(z.array(z.string()), 'devices that they did not use any more, and why'),
    }),
    'random programs of the run; `took` in ms of the machine, 0 in virtual time',
  ),
  values: maybe(
    z.array(
      z.strictObject({
        table: z.string(),
        rules: z.array(z.string()),
        possible: z.int(),
        met: z.int(),
        left: z.array(z.string()),
      }),
    ),
    'pairs of values of parameters that the run has met, and those left, for each table of them',
  ),
  leastTime: maybe(
    z.strictObject({ time: milliseconds, because: z.string() }),
    'what the waits of the checks demand, in whatever order they run, and which ones',
  ),
  rules: z.array(rule),
  checks: z.array(check),
});
export type JsonReport = z.infer<typeof jsonReportSchema>;

/** For editors and for programs in other languages. */
export function reportJsonSchema(): JsonSchema {
  const $id = schemaAddress('report');
  return { ...z.toJSONSchema(jsonReportSchema), $id, title: 'Report of a run of conform' } as JsonSchema;
}
