// Which part of everything a run is about, and which failures are known before it: `--rerun-failed`, `--shard`,
// `--baseline`, `--write-baseline`, `--within`.
import {
  accepted,
  allOf,
  type Diagnostic,
  refuseInput,
  type Result,
  type Accepted,
} from '../../document/diagnostic.js';
import { renewed } from '../../harness/run/baseline.js';
import type { Plan } from '../../harness/run/plan.js';
import { shardOf } from '../../harness/run/shard.js';
import { planWithin } from '../../harness/run/within.js';
import type { Profile } from '../../harness/profile/profile.js';
import { defined } from '../../kernel/defined.js';
import { formatDuration } from '../../kernel/duration.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { plural } from '../../report/layout.js';
import type { Io } from '../io.js';
import { baselineToRenew, loadBaseline, loadReport, writeBaseline } from '../load/report.js';
import type { RunOptions } from './run-options.js';
import { resolve } from 'node:path';
import * as z from 'zod';
import { PROPERTIES } from '../../harness/property/results.js';
import { pathKind } from '../files.js';
import { bundledScenarios } from '../load/scenarios.js';
import { isBundled } from '../package-files.js';

export type Part = Accepted<typeof readPart>;

export async function readPart(names: readonly string[], options: RunOptions, io: Io) {
  const clash = clashOf(names, options);
  if (clash) return clash;
  const { rerunFailed, baseline, writeBaseline: renewedName } = options;
  const none: Result<undefined> = accepted(undefined);
  const read = allOf({
    failed: rerunFailed === undefined ? none : await failedBefore(rerunFailed, io),
    known: baseline === undefined ? none : loadBaseline(baseline, io),
    before: renewedName === undefined ? none : baselineToRenew(renewedName, io),
  });
  if (!read.ok) return read;
  const { failed, known, before = known ?? [] } = read.value;
  /** What the baseline that is to be written has held so far. */
  const renewing = renewedName === undefined ? undefined : before;
  return accepted({ names: failed?.names ?? names, ...defined({ failed, baseline: known, renewing }) });
}

function clashOf(
  names: readonly string[],
  { rerunFailed, shard, replay }: RunOptions,
): ReturnType<typeof refuseInput> | undefined {
  if (rerunFailed !== undefined && names.length > 0)
    return refuseInput(
      `--rerun-failed runs what failed in ${rerunFailed}, and ${names.join(' ')} is named beside it`,
      'Leave out one of them.',
    );
  if (replay !== undefined && (shard || rerunFailed !== undefined)) {
    const other = shard ? '--shard' : '--rerun-failed';
    return refuseInput(`--replay runs one program, and ${other} means others`, 'Leave out one of them.');
  }
  return undefined;
}

/** The options of a run that repeats what failed: with the same chance. Says what of it cannot be repeated. */
export function asBefore({ failed }: Part, options: RunOptions, { err }: Pick<Io, 'err'>): RunOptions {
  for (const id of failed?.leftOut ?? [])
    err.write(`${options.rerunFailed}: ${id} is no check that can be run by itself, and is left out\n`);
  return failed ? { ...options, seed: options.seed ?? failed.seed } : options;
}

/** Whether the run leaves out a part of what there is. */
export function isPart(part: Part, { rule, shard, replay, soak, within }: RunOptions): boolean {
  return part.names.length > 0 || [rule, shard, replay, soak, within].some((each) => each !== undefined);
}

export interface ShardedPlan {
  readonly plan: Plan;
  readonly shard?: NonNullable<RunResult['shard']>;
}

/** What of the plan fits into the time that the run may take. */
export function fitted(
  own: ShardedPlan,
  { requestsPerSecond }: Profile,
  { within, speed = 1 }: RunOptions,
): ShardedPlan & Pick<RunResult, 'leftOut'> {
  if (within === undefined) return own;
  const option = `--within ${formatDuration(within)}`;
  const reason = `there is no time for it in ${option}`;
  const plan = planWithin(own.plan, within * speed, reason, { requestsPerSecond });
  const isWhole = plan.checks.length === own.plan.checks.length;
  return { ...own, plan, ...(!isWhole && { leftOut: { option, reason } }) };
}

/** @param hasPrograms whether there is something to do beside the checks of the plan. */
export function sharded(
  plan: Plan,
  { shard }: Pick<RunOptions, 'shard'>,
  hasPrograms: boolean,
): Result<ShardedPlan> {
  if (!shard) return accepted({ plan });
  const own = shardOf(plan, shard);
  if (own.checks.length === 0 && plan.checks.length > 0 && !hasPrograms)
    return refuseInput(
      `shard ${shard.index} of ${shard.count} has nothing to check: the run has ${plural(plan.checks.length, 'check')}`,
      `Divide it into ${plural(plan.checks.length, 'shard')} at most.`,
    );
  const checks = plan.checks.length + plan.skipped.length;
  return accepted({ plan: own, shard: { ...shard, checks } });
}

/** Writes the baseline that was asked for, and says what is in it. A run that saw nothing leaves it as it is. */
export async function keepBaseline(
  { renewing }: Part,
  { writeBaseline: name }: RunOptions,
  { checks, unreachable }: Pick<RunResult, 'checks' | 'unreachable'>,
  io: Io,
): Promise<readonly Diagnostic[]> {
  if (!renewing || name === undefined || unreachable !== undefined) return [];
  const failures = renewed(renewing, checks);
  const diagnostics = await writeBaseline(name, failures, io);
  if (diagnostics.length === 0)
    io.err.write(`${name}: ${plural(failures.length, 'known failure')}, ${renewing.length} before\n`);
  return diagnostics;
}

// `--rerun-failed report.json`: what failed in an earlier run, as names for this one.

const failedReport = z.looseObject({
  seed: z.int().min(0),
  checks: z.array(
    z.looseObject({
      id: z.string(),
      verdict: z.string(),
      file: z.string().optional(),
      program: z.looseObject({ index: z.int().min(0) }).optional(),
    }),
  ),
});
type Failed = z.infer<typeof failedReport>['checks'][number];

export async function failedBefore(report: string, { cwd }: Pick<Io, 'cwd'>) {
  const read = loadReport(report, failedReport, { cwd });
  if (!read.ok) return read;
  const { seed, checks } = read.value;
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  if (failed.length === 0)
    return refuseInput(
      `nothing failed in ${report}: there is nothing to run again`,
      'conform run runs everything.',
    );
  const bundled = bundledScenarios(cwd);
  if (!bundled.ok) return bundled;
  const known = new Set([
    ...bundled.value.flatMap(({ id, cases }) => [id, ...cases.map((each) => each.id)]),
    ...PROPERTIES.map(({ id }) => id),
  ]);
  const ownFile = ({ file }: Failed): readonly string[] =>
    file !== undefined && isOwn(file, cwd) ? [file] : [];
  const [runnable, leftOut] = [
    failed.filter((each) => known.has(each.id) || ownFile(each).length > 0),
    failed.filter((each) => !known.has(each.id) && ownFile(each).length === 0),
  ];
  if (runnable.length === 0) {
    const ids = leftOut.map(({ id }) => id).join(', ');
    return refuseInput(
      `what failed in ${report} is no check that can be run by itself: ${ids}`,
      'conform run runs everything.',
    );
  }
  return accepted({
    /** Ids, and the files of those that do not come with the program. */
    names: [...new Set(runnable.flatMap(ownFile)), ...new Set(runnable.map(({ id }) => id))],
    /** The same chance as then. */
    seed,
    /** Places of the random programs that showed a failure, in ascending order; all when undefined. */
    ...defined({ only: placesOf(runnable) }),
    /** What failed then and is no check that can be run by itself. */
    leftOut: leftOut.map(({ id }) => id),
  });
}

/** A scenario of the user that is still there. */
function isOwn(file: string, cwd: string): boolean {
  const path = resolve(cwd, file);
  return pathKind(path) === 'file' && !isBundled(path);
}

function placesOf(failed: readonly Failed[]): readonly number[] | undefined {
  const isProperty = ({ id }: Failed): boolean => PROPERTIES.some((each) => each.id === id);
  const places = failed.filter(isProperty).map(({ program }) => program?.index);
  const found = places.flatMap((place) => (place === undefined ? [] : [place]));
  if (places.length === 0 || found.length < places.length) return undefined;
  return [...new Set(found)].toSorted((a, b) => a - b);
}
