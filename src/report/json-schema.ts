// The shape of the JSON report. Programs read it: fields are added, never changed under the same format.
import * as z from 'zod';
import { type JsonSchema, schemaAddress } from '../document/editor-schema.js';
import { COUNTED_VERDICTS } from './result-words.js';

export const REPORT_FORMAT = 'conform-report/1';

const verdict = z.enum(COUNTED_VERDICTS);
const milliseconds = z.number().meta({ description: 'milliseconds on the clock of the run' });

const trace = z.array(z.looseObject({ kind: z.string(), seq: z.int(), at: milliseconds }));

const witness = z.strictObject({
  proof: z.enum(['judge', 'step']).meta({
    description:
      'judge: the trace breaks the rule when it is judged alone; step: what a step, or an audit, has compared',
  }),
  invariant: z.string().optional().meta({ description: 'what judges the trace' }),
  right: z.string().meta({ description: 'what would have been right, with numbers' }),
  silence: z
    .strictObject({
      awaited: z.string(),
      from: milliseconds,
      to: milliseconds,
      on: z.array(z.string()).meta({ description: 'connections that were listened to' }),
      instead: z.string().optional().meta({ description: 'in what the nearest that came differs' }),
    })
    .optional()
    .meta({ description: 'what did not come, and how long it was waited for; times as in the trace' }),
  wrong: z
    .array(
      z.strictObject({
        exchange: z.int(),
        pointer: z.string().meta({ description: 'JSON Pointer into the body or frame on the wire' }),
        expected: z.string(),
        actual: z.string(),
      }),
    )
    .optional(),
  untreated: z.array(z.int()).optional().meta({
    description: 'of an experiment: which records, by `seq`, are of the occasion without the fault',
  }),
  leftOut: z.int().meta({ description: 'exchanges, events and stimuli of the check that are not needed' }),
  trace: trace.meta({
    description: 'the fewest records that still contradict the rule; `at` from the first of them',
  }),
});

const finding = z.strictObject({
  rule: z.string(),
  verdict: z.enum(['pass', 'fail', 'warn', 'waived', 'known', 'inconclusive']),
  where: z.string(),
  expected: z.string(),
  actual: z.string(),
  exchanges: z.array(z.int()).meta({ description: 'numbers of exchanges in the trace of the check' }),
  stands: z
    .strictObject({ seen: z.int(), of: z.int() })
    .optional()
    .meta({ description: 'how often a breach has shown, of the times that it was looked at' }),
  verified: z.literal(true).optional().meta({ description: 'the second judge finds the same' }),
  witness: witness.optional().meta({ description: 'of a breach: its proof, as small as it gets' }),
});

const leftOut = z.int().meta({
  description:
    'records of the trace that are not in the report, which has a limit; --report trace=PATH keeps all',
});

const program = z.strictObject({
  index: z.int().meta({ description: 'its place among the programs of the seed' }),
  operations: z.int(),
  steps: z.array(z.string()),
  yaml: z.string().meta({ description: 'a scenario that replays it' }),
  otherTraceLeftOut: leftOut.optional(),
  otherTrace: trace.optional().meta({ description: 'a run of it that did not show the breach' }),
});

const boundName = z.strictObject({
  name: z.string(),
  kind: z.enum(['device', 'client']),
  id: z.string().meta({ description: 'of a device its deviceId, of a client its name in the profile' }),
  channels: z
    .record(z.string(), z.union([z.number(), z.string()]))
    .meta({ description: 'index, or key of a sensor, by kind and name: relays.lamp' }),
});

const check = z.strictObject({
  id: z.string(),
  area: z.string(),
  title: z.string(),
  verdict,
  reason: z.string().optional(),
  rules: z.array(z.string()),
  names: z
    .array(boundName)
    .optional()
    .meta({ description: 'what the names of the scenario stood for; only of checks that did not pass' }),
  file: z.string().optional(),
  line: z.int().optional(),
  attempts: z.int(),
  startedAfter: milliseconds,
  duration: milliseconds,
  findings: z.array(finding),
  findingsLeftOut: z
    .int()
    .optional()
    .meta({ description: 'further findings, which are like the first ones' }),
  dropped: z
    .int()
    .optional()
    .meta({ description: 'how many records were not kept, because the trace had reached its limit' }),
  program: program
    .optional()
    .meta({ description: 'of a property: the smallest random program that shows what is wrong' }),
  traceLeftOut: leftOut.optional(),
  trace: trace.optional().meta({
    description:
      'what was seen, in order; only of checks that did not pass; `at` from the start of the check',
  }),
});

const leftUnchecked = z.strictObject({
  option: z.string(),
  rules: z.array(z.string()).meta({ description: 'rules of which nothing was checked' }),
  inPart: z.array(z.string()).meta({ description: 'rules of which other checks were made' }),
});

const rule = z.strictObject({
  id: z.string(),
  basis: z.enum(['stated', 'derived']),
  section: z.string(),
  sentence: z.string(),
  verdict: z.enum([...verdict.options, 'not checked']),
  unobservable: z
    .string()
    .optional()
    .meta({ description: 'why nobody can check the rule from outside of a server' }),
  explain: z.string().optional().meta({ description: 'the command that says what the rule wants' }),
  checks: z.array(z.strictObject({ id: z.string(), verdict })),
});

export const jsonReportSchema = z.strictObject({
  format: z.literal(REPORT_FORMAT),
  version: z.string().meta({ description: 'version of the program that wrote the report' }),
  target: z.string(),
  dialect: z.string(),
  revision: z
    .string()
    .optional()
    .meta({ description: 'of the interface, where one was named; else the newest' }),
  seed: z.int(),
  startedAt: z.iso.datetime(),
  duration: milliseconds,
  speed: z
    .number()
    .meta({ description: "how many times faster than the machine's clock the run's clock went" }),
  virtual: z.literal(true).optional().meta({ description: 'the run was in virtual time' }),
  lateBy: milliseconds
    .optional()
    .meta({ description: 'by how much the machine of the run was late at the most, where it was' }),
  roundTrip: milliseconds,
  conclusion: z.enum(['passed', 'broken', 'misread', 'undecided', 'unreachable', 'error']),
  sentence: z.string(),
  cutShort: z.string().optional(),
  unreachable: z.string().optional(),
  leftUnchecked: leftUnchecked.optional().meta({ description: 'what --no-actuate or --read-only left out' }),
  notRestored: z.array(z.string()),
  dialectProblems: z
    .array(z.string())
    .optional()
    .meta({ description: 'what of the target does not fit the dialect, each form once' }),
  waiverProblems: z.array(z.string()).optional().meta({
    description:
      'waivers of the profile and entries of the baseline that have expired or name nothing that is there: they fail the run',
  }),
  shard: z
    .strictObject({ index: z.int(), count: z.int(), checks: z.int() })
    .optional()
    .meta({ description: 'the run had one of `count` parts; `checks`: of all parts together' }),
  baseline: z
    .strictObject({
      known: z.int().meta({ description: 'known failures that were found again' }),
      gone: z
        .array(z.strictObject({ check: z.string(), rule: z.string() }))
        .meta({ description: 'known failures that were looked for, and are there no more' }),
      unseen: z.int().meta({ description: 'known failures of which the run says nothing' }),
    })
    .optional(),
  advice: z.array(z.string()).optional().meta({
    description:
      'of an audit, what costs a client quota or latency; of a run, relays that the profile does not list and that have changed; never counted',
  }),
  programs: z
    .strictObject({
      programs: z.int(),
      operations: z.int(),
      took: z.number(),
      setAside: z
        .array(z.string())
        .optional()
        .meta({ description: 'devices that they did not use any more, and why' }),
    })
    .optional()
    .meta({ description: 'random programs of the run; `took` in ms of the machine, 0 in virtual time' }),
  values: z
    .array(
      z.strictObject({
        table: z.string(),
        rules: z.array(z.string()),
        possible: z.int(),
        met: z.int(),
        left: z.array(z.string()),
      }),
    )
    .optional()
    .meta({
      description:
        'pairs of values of parameters that the run has met, and those left, for each table of them',
    }),
  leastTime: z
    .strictObject({ time: milliseconds, because: z.string() })
    .optional()
    .meta({ description: 'what the waits of the checks demand, in whatever order they run, and which ones' }),
  rules: z.array(rule),
  checks: z.array(check),
});
export type JsonReport = z.infer<typeof jsonReportSchema>;

/** For editors and for programs in other languages. */
export function reportJsonSchema(): JsonSchema {
  const $id = schemaAddress('report');
  return { ...z.toJSONSchema(jsonReportSchema), $id, title: 'Report of a run of conform' } as JsonSchema;
}
