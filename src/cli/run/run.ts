// A run from its command line to its exit code.
import { createSystemClock } from '../../kernel/system-clock.js';
import { plan, type Plan } from '../../harness/run/plan.js';
import { runChecks } from '../../harness/run/run.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../../report/report-context.js';
import type { Property } from '../../harness/property/properties.js';
import { complain, type Complaint, type Result, refuse } from '../complaints.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { packageVersion } from '../package-files.js';
import { parseReportRequests } from '../report-requests.js';
import { exitCodeOf } from './exit-code.js';
import { findTarget } from './find-target.js';
import { createLiveProgress } from './live-progress.js';
import type { OpenTarget } from './open-target.js';
import { createCounterexampleKeeper, SOAK_FOLDER } from './keep-counterexamples.js';
import { type Prepared, prepare } from './prepare.js';
import { REPORT_KINDS } from './report-kinds.js';
import type { RunOptions } from './run-options.js';
import { type PropertyContext, runProperties } from './run-properties.js';
import { select, type Selected } from './select.js';
import { writeReports } from './write-reports.js';

interface RunOutcome {
  readonly code: ExitCode;
  readonly complaints: readonly Complaint[];
}

export async function run(names: readonly string[], options: RunOptions, io: Io): Promise<ExitCode> {
  const { code, complaints } = await runAndReport(names, options, io);
  complain(io, complaints);
  return code;
}

async function runAndReport(names: readonly string[], options: RunOptions, io: Io): Promise<RunOutcome> {
  const { report = [], junit } = options;
  const requests = parseReportRequests(
    [...report, ...(junit === undefined ? [] : [`junit=${junit}`])],
    REPORT_KINDS,
  );
  const selected = select(names, options, io.cwd);
  const complaints = [requests, selected].flatMap((each) => (each.ok ? [] : each.complaints));
  if (!requests.ok || !selected.ok) return { code: EXIT.usage, complaints };
  const found = await findTarget(options, io);
  if (!found.ok) return { code: EXIT.usage, complaints: found.complaints };
  const open = found.value;
  try {
    const planned = choose(selected.value, open);
    if (!planned.ok) return { code: EXIT.usage, complaints: planned.complaints };
    const checked = await check(
      { plan: planned.value, properties: selected.value.properties },
      open,
      options,
      io,
    );
    if (!checked.ok) return { code: EXIT.usage, complaints: checked.complaints };
    const { result, unkept } = checked.value;
    const context = contextOf(open, options, selected.value.ownFiles);
    const unwritten = [...unkept, ...(await writeReports(result, context, requests.value, io))];
    return {
      code: unwritten.length > 0 ? orUsage(exitCodeOf(result)) : exitCodeOf(result),
      complaints: unwritten,
    };
  } finally {
    await open.close();
  }
}

/** The harness knows the address; people know the name. */
function named(result: RunResult, { profile: { name, baseUrl } }: OpenTarget): RunResult {
  return name === baseUrl ? result : { ...result, target: `${name} (${baseUrl})` };
}

/** A report that is missing matters, but less than what is known of the target. */
function orUsage(code: ExitCode): ExitCode {
  return code === EXIT.passed || code === EXIT.undecided ? EXIT.usage : code;
}

function choose(
  { scenarios, selection, properties }: Selected,
  { profile, stimuli }: OpenTarget,
): Result<Plan> {
  if (scenarios.length === 0 && properties.length > 0)
    return { ok: true, value: { checks: [], skipped: [] } };
  const planned = plan(scenarios, profile, selection, stimuli.offers);
  if (!planned.ok) {
    const complaints = planned.problems.map(({ message, hint }): Complaint => {
      return { kind: 'words', message, ...(hint === undefined ? {} : { hint }) };
    });
    return { ok: false, complaints };
  }
  if (planned.plan.checks.length + planned.plan.skipped.length === 0) {
    return refuse(
      'nothing is selected, so nothing would be checked',
      'conform list scenarios tells what there is.',
    );
  }
  return { ok: true, value: planned.plan };
}

interface Chosen {
  readonly plan: Plan;
  readonly properties: readonly Property[];
}

interface Checked {
  readonly result: RunResult;
  /** Counterexamples that could not be written. */
  readonly unkept: readonly Complaint[];
}

async function check(
  chosen: Chosen,
  open: OpenTarget,
  options: RunOptions,
  io: Io,
): Promise<Result<Checked>> {
  const progress = createLiveProgress(io, {
    verbose: options.verbose ?? false,
    speed: open.speed,
    clock: createSystemClock(),
  });
  const interrupt = listenForInterrupt((name) =>
    progress.say(`${name}: ending the run, putting relays back; again to stop at once`),
  );
  try {
    const prepared = await prepare(open, options.anyway ?? false, interrupt.signal);
    if (!prepared.ok) return prepared;
    const { target, safety, refreshedAt } = prepared.value;
    const result = await runChecks({
      target,
      safety,
      ...(refreshedAt === undefined ? {} : { refreshedAt }),
      stimuli: open.stimuli,
      profile: open.profile,
      plan: chosen.plan,
      seed: open.seed,
      strict: options.strict ?? false,
      signal: interrupt.signal,
      onProgress: progress.onProgress,
      ...(options.jobs === undefined ? {} : { parallel: options.jobs }),
    });
    const folder = options.saveCounterexamples ?? (options.soak === undefined ? undefined : SOAK_FOLDER);
    const keeper = createCounterexampleKeeper(folder, { seed: open.seed, say: progress.say, io });
    const whole = await withPrograms(result, chosen.properties, open, prepared.value, options, {
      cwd: io.cwd,
      signal: interrupt.signal,
      onProgress: progress.onProgress,
      onCounterexample: keeper.keep,
    });
    return { ok: true, value: { result: named(whole, open), unkept: keeper.complaints } };
  } finally {
    interrupt.dispose();
    progress.end();
  }
}

/** Random programs come last; a target that is gone, or a run that was ended, gets none. */
async function withPrograms(
  result: RunResult,
  properties: readonly Property[],
  open: OpenTarget,
  prepared: Prepared,
  options: RunOptions,
  context: PropertyContext,
): Promise<RunResult> {
  const ended = result.cutShort !== undefined || result.unreachable !== undefined;
  if (ended || properties.length === 0) return result;
  const { checks, programs } = await runProperties(properties, open, prepared, options, context);
  const notUndone = await open.stimuli.undoAll(prepared.target);
  const notRestored = [...notUndone, ...(await prepared.safety.restore())];
  const whole = { ...result, checks: [...result.checks, ...checks], programs, notRestored };
  return context.signal.aborted ? { ...whole, cutShort: 'interrupted' } : whole;
}

function contextOf(open: OpenTarget, options: RunOptions, ownFiles: readonly string[]): ReportContext {
  const { baseUrl, before } = open.curl;
  return {
    version: packageVersion(),
    repeatArguments: [
      ...open.repeatArguments,
      ...(options.strict ? ['--strict'] : []),
      ...(options.readOnly ? ['--read-only'] : options.actuate ? [] : ['--no-actuate']),
    ],
    ownFiles,
    baseUrl,
    ...(before === undefined ? {} : { beforeCurl: before }),
    speed: open.speed,
  };
}
