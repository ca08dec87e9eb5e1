// Tools that check a server, and look into what was found.
import * as z from 'zod';
import { BUNDLED_SCENARIOS } from '../cli/package-files.js';
import { startDeadline } from '../harness/run/deadline.js';
import type { CheckResult, Finding } from '../harness/verdict/verdict.js';
import { onAbort } from '../kernel/on-abort.js';
import { createSystemClock } from '../kernel/machine-clock.js';
import { type ChecksOptions, ChecksRefused, type ChecksResult, runChecks } from '../library/run-checks.js';
import {
  answer,
  answerPage,
  MCP_LIMITS,
  paging,
  refusal,
  short,
  tool,
  type Tool,
  type ToolContext,
} from './tools.js';

/** A fresh simulator for one run. */
const OWN = 'simulator';

/** Ids and globs of what comes with conform: no paths of this machine. */
const names = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^[\w*][\w*.:+,-]*(\/[\w*.:+,-]+)*$/, 'expected an id or a glob, such as refresh/*')
      .refine((name) => !/\.ya?ml$/i.test(name) && !name.includes('..'), 'expected an id, not a path'),
  )
  .max(MCP_LIMITS.names);

const runInput = {
  target: z.string().max(200).default(OWN).describe('A name of list_targets'),
  what: names.default([]).describe('Checks by id or glob, such as refresh/*; all of them when empty'),
  rules: names.default([]).describe('Only what checks these rules: ids or globs'),
  defects: names.default([]).describe('Bugs that a fresh simulator is to have, by id'),
  seed: z.int().min(0).max(0x7fff_ffff).optional().describe('The seed of all chance'),
  seconds: z
    .int()
    .min(1)
    .max(MCP_LIMITS.mostRunSeconds)
    .default(MCP_LIMITS.runSeconds)
    .describe('When the run ends in good order, with what it knows by then'),
};
type RunInput = z.output<z.ZodObject<typeof runInput>>;

export const RUN_TOOLS: readonly Tool[] = [
  tool(
    'list_targets',
    'looks',
    'List what may be checked',
    'The names that run_checks takes, and what a run may do to each.',
    {},
    (_, context) => answer({ targets: targetsOf(context) }),
  ),
  tool(
    'run_checks',
    'target',
    'Check a server',
    'Runs checks against a fresh simulator, one of start_simulator, or a server of list_targets, and says what broke. ' +
      'What was switched is put back. One run at a time.',
    runInput,
    async (input, context, signal) =>
      context.runs.exclusively(() => check(input, context, signal)) ??
      refusal('Another run is at work. Wait until it has ended.'),
  ),
  tool(
    'read_findings',
    'looks',
    'Look into a run',
    'The findings of a run with the exchanges that show them, a few at a time.',
    {
      run: z.string().max(50).describe('The name that run_checks has given, such as run-1'),
      check: z.string().max(300).optional().describe('Only those of this check, by its whole id'),
      verdict: z.enum(['fail', 'warn', 'inconclusive', 'waived']).default('fail'),
      ...paging(MCP_LIMITS.findings),
    },
    ({ run, check: id, verdict, offset, limit }, { runs }) => {
      const result = runs.find(run);
      if (!result) return refusal(`There is no run "${run}". Known: ${runs.names().join(', ') || 'none'}.`);
      const rows = result.checks
        .filter((each) => id === undefined || each.id === id)
        .flatMap((each) => {
          const found = each.findings.filter((finding) => finding.verdict === verdict);
          return found.map((finding) => shown(finding, each));
        });
      return answer({ run, ...answerPage('findings', rows, offset, limit) });
    },
  ),
];

function targetsOf({ targets, allowChanges, simulators }: ToolContext): object[] {
  return [
    { target: OWN, is: 'a fresh simulator for each run', may: 'everything' },
    ...simulators.names().map((target) => ({ target, is: 'started by start_simulator', may: 'everything' })),
    ...targets.map(({ name }) => ({
      target: name,
      is: 'a server that a profile describes',
      may: allowChanges ? 'change what its profile lists; it is put back' : 'read only',
    })),
  ];
}

async function check(input: RunInput, context: ToolContext, cancelled: AbortSignal) {
  const options = optionsFor(input, context);
  if (typeof options === 'string') return refusal(options);
  const stop = new AbortController();
  const forget = [cancelled, context.ending].map((signal) =>
    onAbort(signal, () => stop.abort(signal.reason)),
  );
  if (cancelled.aborted || context.ending.aborted) stop.abort();
  const deadline = startDeadline(createSystemClock(), input.seconds * 1000, stop.signal);
  try {
    const result = await runChecks({ ...options, signal: deadline.signal });
    return answer({ run: context.runs.keep(result), target: input.target, ...overview(result) });
  } catch (error) {
    if (error instanceof ChecksRefused) return refusal(error.message);
    throw error;
  } finally {
    deadline.dispose();
    for (const each of forget) each();
  }
}

/** In words why there are none. */
function optionsFor(
  input: RunInput,
  { io, targets, allowChanges, simulators }: ToolContext,
): ChecksOptions | string {
  const { target, what, rules, defects, seed } = input;
  const common: ChecksOptions = {
    // Names that are no ids lead into the scenarios of conform, and nowhere else.
    cwd: BUNDLED_SCENARIOS,
    env: io.env,
    ...(what.length > 0 && { what }),
    ...(rules.length > 0 && { rules }),
    ...(seed !== undefined && { seed }),
  };
  if (target === OWN) return { ...common, ...(defects.length > 0 && { defect: defects }) };
  if (defects.length > 0)
    return `Defects are for a fresh simulator: leave out "target", or start_simulator with them.`;
  const { url, controlUrl, controlToken } = simulators.find(target) ?? {};
  if (url !== undefined && controlUrl !== undefined && controlToken !== undefined)
    return { ...common, target: url, control: controlUrl, controlToken };
  const profile = targets.find(({ name }) => name === target);
  if (!profile) return `There is no target "${target}". list_targets names those that may be checked.`;
  return { ...common, target: profile.path, ...(!allowChanges && { restriction: 'read-only' as const }) };
}

function overview(result: ChecksResult): Record<string, unknown> {
  const counts: Record<string, number> = {};
  for (const { verdict } of result.checks) counts[verdict] = (counts[verdict] ?? 0) + 1;
  const broken = result.broken.slice(0, MCP_LIMITS.findings);
  return {
    conclusion: result.conclusion,
    sentence: short(result.sentence),
    checks: counts,
    broken: broken.map(({ rule, check: id, where, expected, actual }) => ({
      rule,
      check: id,
      where,
      expected: short(expected),
      actual: short(actual),
    })),
    ...(result.broken.length > broken.length && { brokenLeftOut: result.broken.length - broken.length }),
    notRestored: result.notRestored.slice(0, MCP_LIMITS.rows).map((each) => short(each)),
  };
}

function shown(finding: Finding, { id, title, trace }: CheckResult): object {
  const { rule, verdict, where, expected, actual, exchanges } = finding;
  const records = trace.filter((record) => 'exchange' in record && exchanges.includes(record.exchange));
  const first = records.slice(0, MCP_LIMITS.exchanges);
  return {
    rule,
    verdict,
    check: id,
    title,
    where,
    expected: short(expected),
    actual: short(actual),
    exchanges: first.map((record) => short(JSON.stringify(record))),
    ...(records.length > first.length && { exchangesLeftOut: records.length - first.length }),
  };
}
