// A run from its command line to its exit code.
import { accepted, type Diagnostic, type Result, worded } from '../../document/diagnostic.js';
import type { Property } from '../../harness/property/results.js';
import { startDeadline } from '../../harness/run/deadline.js';
import type { OpenTarget } from '../../harness/run/open-target.js';
import { type Plan, planCases } from '../../harness/run/plan.js';
import type { Progress } from '../../harness/run/run-options.js';
import { putBackLeftovers } from '../../harness/run/put-back-leftovers.js';
import { run as runOn } from '../../harness/run/run.js';
import { isEmpty } from '../../harness/restore/record.js';
import { SECOND_LOOKS_TIME } from '../../harness/run/run-checks.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { verifiedResult } from '../../lab/second-opinion.js';
import { secretNames } from '../../dialect/dialect.js';
import { RUN_FORMATS, type RunFormat } from '../../report/format-names.js';
import type { ReportContext } from '../../report/shell.js';
import { terminalReport } from '../../report/terminal/terminal.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { drainedWithin, type Io } from '../io.js';
import type { LivePage } from '../live/watch.js';
import {
  contextOf,
  detailOf,
  exitCodeOf,
  leftBehind,
  leftoversRefused,
  limitsOf,
  namedOptions,
  terminalOptions,
  unchecked,
} from './told.js';
import { findTarget } from './target.js';
import type { FoundTarget } from './found-target.js';
import { settle } from '../config/settle.js';
import { choose, type Chosen } from './choose.js';
import { createCounterexampleKeeper, programsApart, SOAK_FOLDER } from './programs.js';
import { endBy, listenForEnd, RUN_WORDS, type RunEnding } from '../signals.js';
import { createLiveProgress, type LiveProgress } from './live-progress.js';
import { asBefore, fitted, isPart, keepBaseline, type Part, readPart, sharded } from './part.js';
import { type RunOptions, ruleSetOf } from './run-options.js';
import { refusedFolder, type ReportRequest, reportRequests, runReported, writeReports } from '../reports.js';

/** How long a run that was to end by now waits for the readers of what it has printed, in ms. */
export const LONGEST_DRAIN = 5000;

export async function runCommand(given: readonly string[], flags: RunOptions, io: Io): Promise<ExitCode> {
  const settled = settle(given, flags, io);
  if (!settled.ok) return usageError(io, settled.diagnostics);
  const { names, options, file } = settled.value;
  if (file !== undefined && !options.quiet)
    io.err.write(`settings of ${file}; conform run --dry-run shows them\n`);
  const clock = createSystemClock();
  const deadline = clock.now() + (options.deadline ?? Infinity);
  const { code, diagnostics, endedBy, awaited } = await runAndReport(names, options, io);
  printDiagnostics(io, diagnostics);
  const time = awaited ? 0 : Math.max(0, deadline - clock.now());
  const left = time === Infinity || (await drainedWithin(clock, time + LONGEST_DRAIN));
  if (endedBy !== undefined) endBy(endedBy);
  // Whoever was to read has stopped, and would hold up the end of the process as well.
  if (!left) process.exit(orUsage(code));
  return code;
}

async function runAndReport(names: readonly string[], given: RunOptions, io: Io) {
  const part = await readPart(names, given, io);
  if (!part.ok) return { code: EXIT.usage, diagnostics: part.diagnostics };
  const options = asBefore(part.value, given, io);
  const requests = requestedReports(names, options, io);
  const chosen = choose(part.value.names, options, io.cwd);
  const diagnostics = [requests, chosen].flatMap((each) => (each.ok ? [] : each.diagnostics));
  diagnostics.push(...refusedFolders(options, io));
  if (!requests.ok || !chosen.ok || diagnostics.length > 0) return { code: EXIT.usage, diagnostics };
  const found = await findTarget(options, io);
  if (!found.ok) return { code: EXIT.usage, diagnostics: found.diagnostics };
  const { open, hold } = found.value;
  const machine = createSystemClock();
  const begun = machine.now();
  const progress = createLiveProgress(io, { detail: detailOf(options), clock: machine });
  const { ending, dispose } = listenForEnd(io, progress.say, RUN_WORDS, hold?.restoreLine);
  const context = contextOf(found.value, options, chosen.value.ownFiles);
  const live = options.live ? await openLivePage(open, context, io) : undefined;
  try {
    const planned = planFor(chosen.value, open);
    if (!planned.ok) return { code: EXIT.usage, diagnostics: planned.diagnostics };
    const refused = leftoversRefused(hold?.leftovers, hold?.restoreLine, open.gate.restriction);
    if (refused) return { code: EXIT.usage, diagnostics: [refused] };
    const { properties } = chosen.value;
    const own = sharded(planned.value, options, properties.length > 0);
    if (!own.ok) return { code: EXIT.usage, diagnostics: own.diagnostics };
    const checked = await check(
      { ...fitted(own.value, open.profile, options), part: part.value, properties, progress, ending, live },
      found.value,
      options,
      io,
    );
    progress.end();
    if (!checked.ok) return { code: EXIT.usage, diagnostics: checked.diagnostics };
    const { result, unkept } = checked.value;
    const left = leftBehind(result, checked.value.unstored, hold?.restoreLine);
    if (ending.hurriedBy !== undefined) {
      if (keepsRecord(options) && result.notRestored.length === 0) await hold?.book.close();
      return { code: EXIT.undecided, diagnostics: left, endedBy: ending.hurriedBy, awaited: true };
    }
    live?.end(result);
    const shownBy = { secrets: io.secrets, isSecretName: secretNames(open.target.dialect) };
    // What no two runs have in common.
    const unread = found.value.virtual?.unread ?? 0;
    const whole = { ...context, machineTime: machine.now() - begun, unread };
    const reported = runReported(result, whole, shownBy, (shown) =>
      terminalReport(shown, whole, terminalOptions(io, options)),
    );
    const unwritten = [
      ...unkept,
      ...(await writeReports(requests.value, reported, io)),
      ...(await keepBaseline(part.value, options, result, io)),
      ...(await keepRepros(result, { found: found.value, whole, ending, begun }, options, io)),
    ];
    const failed = unwritten.length > 0 || checked.value.unstored !== undefined;
    return {
      code: failed ? orUsage(exitCodeOf(result)) : exitCodeOf(result),
      diagnostics: [...unwritten, ...left],
      awaited: ending.signal.aborted,
    };
  } finally {
    progress.end();
    await live?.close();
    await open.close();
    await hold?.release();
    dispose();
  }
}

function refusedFolders(options: RunOptions, { cwd }: Io): Diagnostic[] {
  return [
    ...refusedFolder(counterexampleFolder(options), {
      what: 'the counterexamples',
      option: '--save-counterexamples',
      cwd,
    }),
    ...refusedFolder(options.saveRepro, { what: 'the scripts', option: '--save-repro', cwd }),
  ];
}

function requestedReports(
  names: readonly string[],
  options: RunOptions,
  io: Io,
): Result<ReportRequest<RunFormat>[]> {
  const { target, fleet, dialect, baseline, writeBaseline, config } = options;
  const settings = config === false ? undefined : config;
  const used = [...names, target, fleet, dialect, baseline, writeBaseline, settings];
  return reportRequests(options.report ?? [], RUN_FORMATS, io, used);
}

async function openLivePage(
  { target, seed, profile }: OpenTarget,
  context: ReportContext,
  io: Io,
): Promise<LivePage<Progress>> {
  const { openLiveRun } = await import('../live/watch.js');
  const title = `Conformance of ${profile.name}`;
  return openLiveRun({ io, title, seed, context, isSecretName: secretNames(target.dialect) });
}

/** A report that is missing matters, but less than what is known of the target. */
function orUsage(code: ExitCode): ExitCode {
  return code === EXIT.passed || code === EXIT.undecided ? EXIT.usage : code;
}

function planFor({ cases, problems }: Chosen, { profile, stimuli, gate }: OpenTarget): Result<Plan> {
  if (problems.length === 0) return accepted(planCases(cases, profile, gate, stimuli.offers));
  return { ok: false, diagnostics: problems.map(({ message, hint }) => worded(message, hint)) };
}

interface KeepingRepros {
  readonly found: FoundTarget;
  readonly whole: ReportContext;
  readonly ending: RunEnding;
  /** When the run began, by the machine's clock. */
  readonly begun: number;
}

/** Scripts send to the target after the run: what they may change is on the disk until they have put it back. */
const keepsRecord = ({ saveRepro }: RunOptions): boolean => saveRepro !== undefined;

/** Scripts are tried where the run was: on a target, or on a simulator like the one of the run, in real time. */
async function keepRepros(
  result: RunResult,
  { found, whole: context, ending, begun }: KeepingRepros,
  { saveRepro, deadline: latest = Infinity }: RunOptions,
  io: Io,
): Promise<Diagnostic[]> {
  if (saveRepro === undefined) return [];
  const { saveRepros } = await import('../repro/save-repro.js');
  const clock = createSystemClock();
  const { profile, target } = found.open;
  const deadline = startDeadline(clock, Math.max(0, begun + latest - clock.now()), ending.signal);
  const saving = { folder: saveRepro, profile, dialect: target.dialect, context, signal: deadline.signal };
  try {
    if (!found.inProcess) {
      // A target that is not as it was found is left alone.
      const tryAt = result.notRestored.length > 0 ? undefined : profile;
      const problems = await saveRepros(result, { ...saving, tryAt }, io);
      return tryAt ? [...problems, ...(await putBackAfterScripts(found, ending))] : problems;
    }
    const { openOn } = await import('../../lab/in-process/open-in-process.js');
    const own = await openOn(clock, { ...found.inProcess, over: 'sockets', contained: true });
    try {
      return await saveRepros(result, { ...saving, tryAt: own.open.profile }, io);
    } finally {
      await own.open.close();
    }
  } finally {
    deadline.dispose();
  }
}

/** A script puts back what it has changed, unless it was killed or the target refused. */
async function putBackAfterScripts(
  { open, hold }: FoundTarget,
  { restored: signal }: RunEnding,
): Promise<readonly Diagnostic[]> {
  if (!hold) return [];
  const { book, restoreLine } = hold;
  const put = isEmpty(book.content) ? undefined : await putBackLeftovers(open, book.content, { signal });
  const notRestored = put?.kind === 'unreachable' ? [put.message] : (put?.left ?? []);
  const unstored = notRestored.length === 0 ? await book.close() : undefined;
  return leftBehind({ notRestored }, unstored, restoreLine);
}

interface Checking {
  readonly plan: Plan;
  readonly leftOut?: RunResult['leftOut'];
  readonly shard?: NonNullable<RunResult['shard']>;
  readonly part: Part;
  readonly properties: readonly Property[];
  readonly progress: LiveProgress;
  readonly ending: RunEnding;
  readonly live: LivePage<Progress> | undefined;
}

async function check(
  { plan, leftOut, shard, part, properties, progress, ending, live }: Checking,
  { open, inProcess, hold, virtual }: FoundTarget,
  options: RunOptions,
  io: Io,
) {
  const clock = createSystemClock();
  // In virtual time a plan that fits is not stopped by a machine that is slow.
  const { deadline: latest = virtual ? Infinity : (options.within ?? Infinity) } = options;
  const deadline = startDeadline(clock, latest, ending.signal);
  const folder = counterexampleFolder(options);
  const keeper = createCounterexampleKeeper(folder, { seed: open.seed, say: progress.say, io });
  const { restriction } = open.gate;
  const apart = inProcess && programsApart(inProcess, open.seed, options, io.cwd);
  const programs = {
    properties,
    limits: limitsOf(options, part),
    restriction,
    // In virtual time no limit is reached that nobody has asked for.
    clock: virtual && options.time === undefined && options.soak === undefined ? virtual : clock,
    onCounterexample: keeper.keep,
    ...(apart && { apart }),
  };
  try {
    const running = runOn(open, {
      plan,
      leftOut,
      ...(shard && { shard }),
      ...(part.baseline && { baseline: part.baseline }),
      renewsBaseline: options.writeBaseline !== undefined,
      partial: isPart(part, options),
      failFast: options.failFast ?? false,
      secondLooks: SECOND_LOOKS_TIME,
      ...(properties.length > 0 && { programs }),
      strict: options.strict ?? false,
      ...ruleSetOf(options),
      anyway: options.anyway ?? false,
      leftovers: hold?.leftovers?.record,
      keepsRecord: keepsRecord(options),
      signal: deadline.signal,
      ending,
      onProgress: (news) => {
        progress.onProgress(news);
        live?.onProgress(news);
      },
      onMachineTime: virtual === undefined,
      ...(options.jobs === undefined ? {} : { parallel: options.jobs }),
    });
    const ended = await (virtual ? virtual.runUntil(running) : running);
    if (!ended.ok) return { ok: false as const, diagnostics: unchecked(ended, hold?.leftovers?.path) };
    const { result, unstored } = ended;
    return accepted({
      result: namedOptions(verifiedResult(result, open.profile), open.profile),
      /** Counterexamples that could not be written. */
      unkept: keeper.diagnostics,
      /** Why the restore file could not be written, or not be removed. */
      unstored,
    });
  } finally {
    deadline.dispose();
  }
}

function counterexampleFolder({ saveCounterexamples, soak }: RunOptions): string | undefined {
  return saveCounterexamples ?? (soak === undefined ? undefined : SOAK_FOLDER);
}
