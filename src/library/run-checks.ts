// A target as code describes it: what a profile file says, as an object.
import { stringify } from 'yaml';
import type * as z from 'zod';
import { diagnosticLines } from '../cli/diagnostics.js';
import { createOutlet, type Io } from '../cli/io.js';
import { choose, type Chosen } from '../cli/run/choose.js';
import type { RunOptions } from '../cli/run/run-options.js';
import { findTarget } from '../cli/run/target.js';
import type { FoundTarget } from '../cli/run/found-target.js';
import { contextOf, leftoversRefused, unchecked } from '../cli/run/told.js';
import { secretNames } from '../dialect/dialect.js';
import { type Diagnostic, type Result, worded } from '../document/diagnostic.js';
import type { targetProfileSchema } from '../harness/profile/profile-schema.js';
import { planCases } from '../harness/run/plan.js';
import { run } from '../harness/run/run.js';
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import { createSystemClock } from '../kernel/machine-clock.js';
import { createSecrets, type Secrets } from '../output/secrets.js';
import { safeText } from '../output/writer.js';
import type { RunFormat } from '../report/format-names.js';
import { runFormats } from '../report/formats.js';
import { type Presentation, presented } from '../report/presented.js';
import { conclude, type Conclusion } from '../report/result-words.js';
import type { ReportContext } from '../report/shell.js';
import { terminalReport } from '../report/terminal/terminal.js';

/** The keys of a profile file (docs/targets.md). Secrets stay in variables of the environment, by their names. */
export type TargetProfile = z.input<typeof targetProfileSchema>;

// What runChecks throws when nothing could be checked for a reason that is not the target's.

/** The message says what is wrong with the options, the profile or the scenarios, and what to do about it. */
export class ChecksRefused extends Error {
  override readonly name = 'ChecksRefused';

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnosticLines(diagnostics).join('\n'));
  }
}

// What runChecks gives back: the verdicts as data, and every report as a text.

export interface ChecksResult {
  /** Everything that was checked held, and something was checked. */
  readonly passed: boolean;
  readonly conclusion: Conclusion['kind'];
  /** The conclusion in a sentence. */
  readonly sentence: string;
  /** Every check, also those that were skipped, with what was seen. Secrets are replaced. */
  readonly checks: readonly CheckResult[];
  /** What breaks a stated rule, each with the check that found it. */
  readonly broken: readonly (Finding & { readonly check: string })[];
  /** What could not be put back, in words. */
  readonly notRestored: readonly string[];
  /** The report for people, without colours: the message of a failing test. */
  readonly text: string;
  /** A report in one of the formats of `conform run --report`. */
  report(format: RunFormat): string;
}

function checksResult(
  result: RunResult,
  report: ReportContext,
  how: Pick<Presentation, 'isSecretName'> & { readonly secrets: Secrets },
): ChecksResult {
  const { secrets } = how;
  const shown = (readers: Presentation['readers']): RunResult => presented(result, { ...how, readers });
  const { kind, sentence } = conclude(result);
  const data = shown('programs');
  return {
    passed: kind === 'passed',
    conclusion: kind,
    sentence,
    checks: data.checks,
    broken: data.checks.flatMap(({ id, findings }) =>
      findings.filter(({ verdict }) => verdict === 'fail').map((finding) => ({ ...finding, check: id })),
    ),
    notRestored: data.notRestored,
    get text() {
      return String(safeText(terminalReport(shown('people'), report), 'text', secrets));
    },
    report: (format) => {
      const { render, syntax, readers } = runFormats[format];
      return String(safeText(render(shown(readers), report), syntax, secrets));
    },
  };
}

// The checks of `conform run` from code: for the tests of a server, or of a gateway before one.

export interface ChecksOptions extends Pick<
  RunOptions,
  'restoreDir' | 'dialect' | 'fleet' | 'speed' | 'sockets' | 'seed' | 'defect' | 'variant' | 'control'
> {
  /** Of the control plane at `control`. */
  readonly controlToken?: string;
  /** A profile, its path, or the address of a simulator; a simulator of its own when absent. */
  readonly target?: string | TargetProfile;
  /** Ids of scenarios or properties, globs over them, files or folders; all scenarios when absent. */
  readonly what?: string | readonly string[];
  /** Only what checks these rules: ids or globs. */
  readonly rules?: readonly string[];
  /** `no-actuate`: no relay is switched; `read-only`: nothing is changed. */
  readonly restriction?: 'no-actuate' | 'read-only';
  /** A breach of a rule that the interface only implies fails, too. */
  readonly strict?: boolean;
  /** Go on though profile or dialect do not fit the target. */
  readonly anyway?: boolean;
  /** Checks at a time, at most. */
  readonly jobs?: number;
  /** Random programs at most, and the time for them in ms, where `what` names properties. */
  readonly runs?: number;
  readonly time?: number;
  /** Ends the run in good order: what was switched is put back, and what ran is judged. */
  readonly signal?: AbortSignal;
  /** Where secrets come from; the environment of the process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that paths start from; that of the process when absent. */
  readonly cwd?: string;
}

/** Rejects with `ChecksRefused` when nothing can be checked; what a target does wrong is in the result. */
export async function runChecks(options: ChecksOptions = {}): Promise<ChecksResult> {
  const { what, rules } = options;
  const io = silentIo(options);
  const names = what === undefined ? [] : typeof what === 'string' ? [what] : what;
  const chosen = required(choose(names, rules === undefined ? {} : { rule: rules }, io.cwd));
  const problems = chosen.problems.map(({ message, hint }) => worded(message, hint));
  if (problems.length > 0) throw new ChecksRefused(problems);
  const found = required(await findTarget(targetOptions(options), io));
  const { open, hold } = found;
  try {
    const result = await check(chosen, found, options);
    const isSecretName = secretNames(open.target.dialect);
    const asked = { actuate: true, ...targetOptions(options) };
    const report = contextOf(found, asked, chosen.ownFiles);
    return checksResult(result, report, { secrets: io.secrets, isSecretName });
  } finally {
    await open.close();
    await hold?.release();
  }
}

async function check(
  chosen: Chosen,
  { open, hold, virtual }: FoundTarget,
  options: ChecksOptions,
): Promise<RunResult> {
  const { strict = false, anyway = false, signal, jobs, runs, time, what } = options;
  const refused = leftoversRefused(hold?.leftovers, hold?.restoreLine, open.gate.restriction);
  if (refused) throw new ChecksRefused([refused]);
  // Random programs take their time, so they run only where they are named.
  const properties = what === undefined ? [] : chosen.properties;
  const running = run(open, {
    plan: planCases(chosen.cases, open.profile, open.gate, open.stimuli.offers),
    ...(properties.length > 0 && {
      programs: {
        properties,
        limits: { ...(runs !== undefined && { runs }), ...(time !== undefined && { time }) },
        restriction: open.gate.restriction,
        clock: virtual && time === undefined ? virtual : createSystemClock(),
        onCounterexample: () => Promise.resolve(),
      },
    }),
    strict,
    anyway,
    leftovers: hold?.leftovers?.record,
    onMachineTime: virtual === undefined,
    ...(signal && { signal }),
    ...(jobs !== undefined && { parallel: jobs }),
  });
  const ended = await (virtual ? virtual.runUntil(running) : running);
  if (!ended.ok) throw new ChecksRefused(unchecked(ended, hold?.leftovers?.path));
  const { result, unstored } = ended;
  return unstored === undefined ? result : { ...result, notRestored: [...result.notRestored, unstored] };
}

function targetOptions(options: ChecksOptions): RunOptions {
  const { target, restriction, ...others } = options;
  return {
    ...others,
    ...(typeof target === 'string' && { target }),
    // As a text: what reads files says what is wrong with it, and where.
    ...(typeof target === 'object' && { profileText: stringify(target) }),
    ...(restriction === 'read-only' && { readOnly: true }),
    ...(restriction === 'no-actuate' && { actuate: false }),
  };
}

/** Nothing is printed, and nobody is asked. */
function silentIo({ env: given = process.env, cwd = process.cwd(), controlToken: token }: ChecksOptions): Io {
  const env = token === undefined ? given : { ...given, CONFORM_CONTROL_TOKEN: token };
  const secrets = createSecrets();
  const nowhere = { put: (): void => undefined, isTerminal: false, columns: undefined, level: 0 as const };
  return { out: createOutlet(nowhere, secrets), err: createOutlet(nowhere, secrets), secrets, env, cwd };
}

function required<T>(attempt: Result<T>): T {
  if (attempt.ok) return attempt.value;
  throw new ChecksRefused(attempt.diagnostics);
}
