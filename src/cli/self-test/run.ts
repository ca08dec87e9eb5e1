// `conform self-test`: tries the suite on what is wrong and on what is merely different, and judges the suite.
import { availableParallelism } from 'node:os';
import { accepted, allOf, type Result } from '../../document/diagnostic.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.js';
import { formatDuration } from '../../kernel/duration.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { DEFAULT_SEED } from '../../lab/default-seed.js';
import type { InProcessOptions } from '../../lab/in-process/open-in-process.js';
import { type TrialProgress, createWorkerRunner, runTrials } from '../../lab/self-test/run-trial.js';
import {
  type KillMatrix,
  type Trial,
  type Tried,
  buildMatrix,
  planTrials,
} from '../../lab/self-test/trial.js';
import { MATRIX_FORMATS } from '../../report/format-names.js';
import { holds, matrixFormats, terminalMatrix } from '../../report/self-test.js';
import type { Detail } from '../../report/terminal/exchange-lines.js';
import { allDefects } from '../../simulator/defects/registry.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LiveLine, createLiveLine } from '../live-line.js';
import { galleryNames } from '../load/dialect.js';
import { bundledScenarios } from '../load/scenarios.js';
import { bundledVariants } from '../load/variants.js';
import type { OptionsOf } from '../option-rows.js';
import { THREADS } from '../package-files.js';
import { reportRequests, writeReports } from '../reports.js';
import { embeddedService } from '../run/embedded.js';
import { detailOf } from '../run/told.js';
import { listenForInterrupt } from '../signals.js';

type SelfTestOptions = OptionsOf<'self-test'>;

export async function selfTest(options: SelfTestOptions, io: Io): Promise<ExitCode> {
  const reports = reportRequests(options.report ?? [], MATRIX_FORMATS, io);
  const scenarios = bundledScenarios(io.cwd);
  const planned = plan(options, io);
  const read = allOf({ reports, scenarios, planned });
  if (!read.ok) return usageError(io, read.diagnostics);
  const { trials, all } = read.value.planned;
  const tried = await tryAll(trials, options, io);
  const matrix = buildMatrix({
    seed: options.seed ?? DEFAULT_SEED,
    untried: Math.max(all.length, trials.length) - tried.length,
    tried,
    defects: allDefects(),
    scenarios: read.value.scenarios,
  });
  const forPeople = (): string => terminalMatrix(matrix, io.out.paint, detailOf(options));
  const reported = { formats: matrixFormats, seen: () => [matrix] as const, forPeople };
  const unwritten = await writeReports(read.value.reports, reported, io);
  printDiagnostics(io, unwritten);
  return codeOf(matrix, tried.length < trials.length, unwritten.length > 0);
}

/** Those that are asked for, and how many there are when nothing is left out. */
function plan({ seed = DEFAULT_SEED, pairs, only, shard }: SelfTestOptions, { cwd }: Io) {
  const variants = bundledVariants(cwd);
  if (!variants.ok) return variants;
  const subjects = {
    defects: allDefects().map(({ id }) => id),
    variants: variants.value.map(({ name }) => name),
    dialects: variants.value.filter(({ dialect }) => dialect !== undefined).map(({ name }) => name),
    gallery: galleryNames(),
  };
  const all = planTrials(subjects, { seed, pairs });
  const trials = planTrials(subjects, { seed, pairs, ...(only && { only }), ...(shard && { shard }) });
  return allOf({ all, trials });
}

async function tryAll(trials: readonly Trial[], options: SelfTestOptions, io: Io): Promise<Tried[]> {
  const clock = createSystemClock();
  const live = createLiveTrials(io, trials.length, detailOf(options), clock);
  const interrupt = listenForInterrupt((name) => io.err.write(`${name}: ending the self-test\n`));
  const jobs = Math.min(options.jobs ?? availableParallelism(), trials.length);
  const { signal } = interrupt;
  const workers = Array.from({ length: jobs }, () =>
    createWorkerRunner({
      module: THREADS.selfTest,
      data: { cwd: io.cwd, over: options.sockets === true ? 'sockets' : 'calls' } satisfies TrialSetup,
      clock,
      signal,
    }),
  );
  try {
    const runners = workers.map(({ run }) => run);
    return await runTrials(trials, runners, live, signal);
  } finally {
    interrupt.dispose();
    live.end();
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

function codeOf(matrix: KillMatrix, interrupted: boolean, unwritten: boolean): ExitCode {
  if (!holds(matrix)) return EXIT.broken;
  if (unwritten) return EXIT.usage;
  return interrupted ? EXIT.undecided : EXIT.passed;
}

// What a self-test shows while it runs: on a terminal one line that is drawn over.

/** With fewer trials done than this, the time left is anybody's guess. */
const LEAST_DONE = 5;

/** @param clock the machine's. */
export function createLiveTrials(
  io: Io,
  total: number,
  detail: Detail,
  clock: Clock,
): TrialProgress & Pick<LiveLine, 'end'> {
  const running = new Set<string>();
  const startedAt = clock.now();
  let done = 0;

  const words = (): string => {
    const left = ((clock.now() - startedAt) / done) * (total - done);
    const estimate =
      done < LEAST_DONE ? '' : ` · about ${formatDuration(Math.ceil(left / 1000) * 1000)} left`;
    return `${done}/${total}${estimate} · ${[...running].join(', ')}`;
  };
  const line = createLiveLine(io, clock, words, detail !== 'quiet');
  return {
    begun: ({ id }) => {
      running.add(id);
      line.drawSoon();
    },
    ended: (tried) => {
      running.delete(tried.trial.id);
      done++;
      if (detail === 'verbose') line.say(triedLine(tried));
      line.drawSoon();
    },
    end: line.end,
  };
}

function triedLine({ trial: { kind, id }, checks, bugs }: Tried): string {
  const count = (...verdicts: readonly string[]): number =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const red = count('fail', 'warn', 'error');
  const counts = `${count('pass')} passed, ${red} red, ${count('inconclusive')} inconclusive`;
  return `${kind.padEnd(8)}${id}: ${[counts, ...bugs].join('; ')}`;
}

// The services that trials are about, made of the files that come with the program.

/** What the thread that tries is given. */
export interface TrialSetup {
  readonly cwd: string;
  /** The way to each service. */
  readonly over: 'calls' | 'sockets';
}

/** The service that a trial is about. */
export async function trialService(
  { variants: variant, defects: defect, dialect, seed }: Trial,
  { cwd, over }: TrialSetup,
): Promise<Result<InProcessOptions>> {
  const service = await embeddedService({ variant, defect, seed, ...defined({ dialect }) }, cwd);
  return service.ok ? accepted({ ...service.value, over }) : service;
}
