// A run from its command line to its exit code.
import type { Complaint, Result } from '../../document/complaint.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Property } from '../../harness/property/properties.js';
import { startDeadline } from '../../harness/run/deadline.js';
import type { OpenTarget } from '../../harness/run/open-target.js';
import { type Plan, planCases } from '../../harness/run/plan.js';
import type { ProgramLimits } from '../../harness/run/program-options.js';
import { run as runOn } from '../../harness/run/run.js';
import type { TargetProblem } from '../../harness/target/check/check-target.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { secretNames } from '../../dialect/secret-names.js';
import { escaped } from '../../output/escape.js';
import { RUN_FORMATS, SHORT_FORMATS } from '../../report/format-names.js';
import { runFormats } from '../../report/formats.js';
import { type Presentation, presented } from '../../report/presented.js';
import type { ReportContext } from '../../report/report-context.js';
import { terminalReport } from '../../report/terminal/terminal.js';
import type { TerminalOptions } from '../../report/terminal/view.js';
import { complain } from '../complaints.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { packageVersion } from '../package-files.js';
import { parseReportRequests } from '../report-requests.js';
import { exitCodeOf } from './exit-code.js';
import { findTarget } from './find-target.js';
import type { FoundTarget } from './found-target.js';
import { choose, type Chosen } from './choose.js';
import { createCounterexampleKeeper, SOAK_FOLDER } from './keep-counterexamples.js';
import { createLiveProgress } from './live-progress.js';
import { programsApart } from './programs-apart.js';
import type { RunOptions } from './run-options.js';
import { writeReports } from '../write-reports.js';

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 140;

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
  const short = SHORT_FORMATS.flatMap((name) => {
    const path = options[name];
    return path === undefined ? [] : [`${name}=${path}`];
  });
  const requests = parseReportRequests([...(options.report ?? []), ...short], RUN_FORMATS);
  const chosen = await choose(names, options, io.cwd);
  const complaints = [requests, chosen].flatMap((each) => (each.ok ? [] : each.complaints));
  if (!requests.ok || !chosen.ok) return { code: EXIT.usage, complaints };
  const found = await findTarget(options, io);
  if (!found.ok) return { code: EXIT.usage, complaints: found.complaints };
  const { open } = found.value;
  try {
    const planned = planFor(chosen.value, open);
    if (!planned.ok) return { code: EXIT.usage, complaints: planned.complaints };
    const checked = await check(planned.value, chosen.value.properties, found.value, options, io);
    if (!checked.ok) return { code: EXIT.usage, complaints: checked.complaints };
    const { result, unkept } = checked.value;
    const isSecretName = secretNames(open.target.dialect);
    const shown = (readers: Presentation['readers']): RunResult =>
      presented(result, { secrets: io.secrets, isSecretName, readers });
    const context = contextOf(found.value, options, chosen.value.ownFiles);
    const reported = {
      formats: runFormats,
      seen: (readers: Presentation['readers']) => [shown(readers), context] as const,
      forPeople: () => terminalReport(shown('people'), context, terminalOptions(io)),
    };
    const unwritten = [...unkept, ...(await writeReports(requests.value, reported, io))];
    return {
      code: unwritten.length > 0 ? orUsage(exitCodeOf(result)) : exitCodeOf(result),
      complaints: unwritten,
    };
  } finally {
    await open.close();
  }
}

/** The harness knows the address; people know the name. */
function named(result: RunResult, { name, baseUrl }: Profile): RunResult {
  return name === baseUrl ? result : { ...result, target: `${name} (${baseUrl})` };
}

/** A report that is missing matters, but less than what is known of the target. */
function orUsage(code: ExitCode): ExitCode {
  return code === EXIT.passed || code === EXIT.undecided ? EXIT.usage : code;
}

function planFor({ cases, problems }: Chosen, { profile, stimuli, gate }: OpenTarget): Result<Plan> {
  if (problems.length === 0) return { ok: true, value: planCases(cases, profile, gate, stimuli.offers) };
  const complaints = problems.map(({ message, hint }): Complaint => {
    return { kind: 'words', message, ...(hint === undefined ? {} : { hint }) };
  });
  return { ok: false, complaints };
}

interface Checked {
  readonly result: RunResult;
  /** Counterexamples that could not be written. */
  readonly unkept: readonly Complaint[];
}

async function check(
  planned: Plan,
  properties: readonly Property[],
  { open, speed, inProcess }: FoundTarget,
  options: RunOptions,
  io: Io,
): Promise<Result<Checked>> {
  const clock = createSystemClock();
  const progress = createLiveProgress(io, { verbose: options.verbose ?? false, speed, clock });
  const interrupt = listenForInterrupt((name) =>
    progress.say(`${name}: ending the run, putting relays back; again to stop at once`),
  );
  const deadline = startDeadline(clock, options.deadline ?? Infinity, interrupt.signal);
  const folder = options.saveCounterexamples ?? (options.soak === undefined ? undefined : SOAK_FOLDER);
  const keeper = createCounterexampleKeeper(folder, { seed: open.seed, say: progress.say, io });
  const { restriction } = open.gate;
  const apart = inProcess && programsApart(inProcess, open.seed, options, io.cwd);
  const programs = {
    properties,
    limits: limitsOf(options),
    restriction,
    clock,
    onCounterexample: keeper.keep,
    ...(apart && { apart }),
  };
  try {
    const ended = await runOn(open, {
      plan: planned,
      ...(properties.length > 0 && { programs }),
      strict: options.strict ?? false,
      anyway: options.anyway ?? false,
      signal: deadline.signal,
      onProgress: progress.onProgress,
      ...(options.jobs === undefined ? {} : { parallel: options.jobs }),
    });
    if (!ended.ok) return { ok: false, complaints: ended.problems.map(complaintOf) };
    return { ok: true, value: { result: named(ended.result, open.profile), unkept: keeper.complaints } };
  } finally {
    deadline.dispose();
    interrupt.dispose();
    progress.end();
  }
}

function terminalOptions({ out: { paint, columns } }: Io): TerminalOptions {
  return { paint, ...(columns === undefined ? {} : { width: Math.min(columns, WIDEST) }) };
}

function limitsOf({ runs, time, replay, soak }: RunOptions): ProgramLimits {
  return {
    ...(runs === undefined ? {} : { runs }),
    ...(time === undefined ? {} : { time }),
    ...(replay === undefined ? {} : { replay }),
    ...(soak === undefined ? {} : { soak }),
  };
}

function complaintOf({ message, hint }: TargetProblem, at: number): Complaint {
  const more = at === 0 ? '\nNothing was checked; --anyway checks all the same.' : '';
  return { kind: 'words', message: escaped(message), hint: `${hint}${more}` };
}

function contextOf(
  { curl, repeatArguments, speed }: FoundTarget,
  options: RunOptions,
  ownFiles: readonly string[],
): ReportContext {
  const { baseUrl, before } = curl;
  return {
    version: packageVersion(),
    repeatArguments: [
      ...repeatArguments,
      ...(options.strict ? ['--strict'] : []),
      ...(options.readOnly ? ['--read-only'] : options.actuate ? [] : ['--no-actuate']),
    ],
    ownFiles,
    baseUrl,
    ...(before === undefined ? {} : { beforeCurl: before }),
    speed,
  };
}
