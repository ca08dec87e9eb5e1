// Which part of everything a run is about, and which failures are known before it: `--rerun-failed`, `--shard`,
// `--baseline`, `--write-baseline`.
import { type Diagnostic, type Result, refuseInput } from '../../document/diagnostic.js';
import { type KnownFailure, renewed } from '../../harness/run/baseline.js';
import type { Plan } from '../../harness/run/plan.js';
import { shardOf } from '../../harness/run/shard.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { plural } from '../../report/layout.js';
import type { Io } from '../io.js';
import { baselineToRenew, loadBaseline, writeBaseline } from '../load/baseline.js';
import { failedBefore, type FailedBefore } from './rerun-failed.js';
import type { RunOptions } from './run-options.js';

export interface Part {
  /** What is to be run, as names. */
  readonly names: readonly string[];
  readonly failed?: FailedBefore;
  readonly baseline?: readonly KnownFailure[];
  /** What the baseline that is to be written has held so far. */
  readonly renewing?: readonly KnownFailure[];
}

export async function readPart(names: readonly string[], options: RunOptions, io: Io): Promise<Result<Part>> {
  const clash = clashOf(names, options);
  if (clash) return clash;
  const { rerunFailed, baseline, writeBaseline: renewedName } = options;
  const failed = rerunFailed === undefined ? undefined : await failedBefore(rerunFailed, io);
  const known = baseline === undefined ? undefined : loadBaseline(baseline, io);
  const renewing = renewedName === undefined ? undefined : baselineToRenew(renewedName, io);
  const diagnostics = [failed, known, renewing].flatMap((each) => (!each || each.ok ? [] : each.diagnostics));
  if (diagnostics.length > 0 || failed?.ok === false || known?.ok === false || renewing?.ok === false)
    return { ok: false, diagnostics };
  const before = renewing?.value ?? known?.value ?? [];
  return {
    ok: true,
    value: {
      names: failed ? failed.value.names : names,
      ...(failed && { failed: failed.value }),
      ...(known && { baseline: known.value }),
      ...(renewing && { renewing: before }),
    },
  };
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
export function isPart(part: Part, { rule, shard, replay, soak }: RunOptions): boolean {
  return part.names.length > 0 || [rule, shard, replay, soak].some((each) => each !== undefined);
}

export interface ShardedPlan {
  readonly plan: Plan;
  readonly shard?: NonNullable<RunResult['shard']>;
}

/** @param hasPrograms whether there is something to do beside the checks of the plan. */
export function sharded(
  plan: Plan,
  { shard }: Pick<RunOptions, 'shard'>,
  hasPrograms: boolean,
): Result<ShardedPlan> {
  if (!shard) return { ok: true, value: { plan } };
  const own = shardOf(plan, shard);
  if (own.checks.length === 0 && plan.checks.length > 0 && !hasPrograms)
    return refuseInput(
      `shard ${shard.index} of ${shard.count} has nothing to check: the run has ${plural(plan.checks.length, 'check')}`,
      `Divide it into ${plural(plan.checks.length, 'shard')} at most.`,
    );
  const checks = plan.checks.length + plan.skipped.length;
  return { ok: true, value: { plan: own, shard: { ...shard, checks } } };
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
