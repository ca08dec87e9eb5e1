// Runs trials one after the other in this thread.
import { accepted, type Diagnostic, type Result } from '../../document/diagnostic.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { CheckResult } from '../../harness/verdict/verdict.js';
import {
  createInProcessExecutor,
  type InProcessOptions,
  runInProcess,
} from '../in-process/open-in-process.js';
import { type CheckDigest, FOR_PROGRAMS, type Trial, type TrialBreach, type Tried } from './trial.js';
import { PROPERTIES, resultsOf } from '../../harness/property/results.js';
import { search } from '../../harness/property/search.js';
import { createRandom } from '../../kernel/random.js';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { allDefects } from '../../simulator/defects/registry.js';
import { DEFAULT_SEED } from '../default-seed.js';
import { differences } from '../second-opinion.js';
import { createThread, type ThreadOptions } from '../threads/thread.js';

type RunTrial = (trial: Trial) => Promise<Tried>;

/** @param serviceOf the service that a trial is about. */
export function createTrialRunner(
  scenarios: readonly Scenario[],
  serviceOf: (trial: Trial) => Promise<Result<InProcessOptions>>,
): RunTrial {
  const parts = [scenariosPart(scenarios), programsPart()];
  return async (trial) => {
    const service = await serviceOf(trial);
    if (!service.ok) return { trial, checks: [], bugs: service.diagnostics.map(words) };
    return tryOut(trial, service.value, parts);
  };
}

async function tryOut(trial: Trial, service: InProcessOptions, parts: readonly TrialPart[]): Promise<Tried> {
  const checks: CheckDigest[] = [];
  const bugs: string[] = [];
  const differing: string[] = [];
  for (const part of parts) {
    try {
      const result = await part(service);
      if (result.ok) {
        checks.push(...result.value.checks.map(digest));
        bugs.push(...result.value.bugs.map(String));
        differing.push(...(result.value.differing ?? []));
      } else {
        bugs.push(...result.diagnostics.map(words));
      }
    } catch (error) {
      bugs.push(String(error));
    }
  }
  return { trial, checks, bugs, ...(differing.length > 0 && { differing }) };
}

function digest({ id, verdict, reason, findings }: CheckResult): CheckDigest {
  const breaches = new Map<string, TrialBreach>();
  for (const { rule, verdict: word } of findings)
    if (word === 'fail' || word === 'warn') breaches.set(`${word} ${rule}`, { rule, verdict: word });
  return { id, verdict, ...(reason === undefined ? {} : { reason }), breaches: [...breaches.values()] };
}

function words(diagnostic: Diagnostic): string {
  return diagnostic.kind === 'words'
    ? diagnostic.message
    : diagnostic.problems.map(({ message }) => message).join('; ');
}

// What a trial is made of. Each part judges the service of the trial in its own way, on a simulator of its own.

interface PartResult {
  readonly checks: readonly CheckResult[];
  /** What only one of the two judges finds, in words. */
  readonly differing?: readonly string[];
  readonly bugs: readonly unknown[];
}

/** Judges the service that these options open, in virtual time. */
type TrialPart = (service: InProcessOptions) => Promise<Result<PartResult>>;

/** A few for each service: what they find is confirmed, but not made smaller. */
const PROGRAMS = 24;
/** For defects that nothing else finds. */
const MOST_PROGRAMS = 1200;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export function programsPart(): TrialPart {
  return async (service) => {
    const executor = await createInProcessExecutor(service);
    if (!executor) return accepted({ checks: [], bugs: [] });
    const needed = (service.defects ?? []).some((id) => id in FOR_PROGRAMS);
    const rules = allDefects().flatMap(({ id, rule }) => (service.defects?.includes(id) ? rule : []));
    const enough = new AbortController();
    const found = await search({
      executor,
      random: createRandom(service.seed ?? DEFAULT_SEED),
      runs: needed ? MOST_PROGRAMS : PROGRAMS,
      time: UNLIMITED,
      clock: createSystemClock(),
      mostUnfinished: UNLIMITED,
      shrinking: { programs: 0, time: 0 },
      signal: enough.signal,
      onProgress: (progress) => {
        if (needed && progress.kind === 'found' && rules.includes(progress.counterexample.finding.rule))
          enough.abort();
      },
    });
    const seed = service.seed ?? DEFAULT_SEED;
    const checks = resultsOf(PROPERTIES, found, { seed, strict: false, startedAt: 0, endedAt: 0 });
    return accepted({ checks, bugs: [] });
  };
}

function scenariosPart(scenarios: readonly Scenario[]): TrialPart {
  return async (service) => {
    // Of what was recorded nothing is shown.
    const ran = await runInProcess({ ...service, cleansLater: true }, scenarios);
    if (!ran.ok) return ran;
    const { result, bugs, profile } = ran.value;
    const { checks, unreachable, notRestored } = result;
    const isRight = (service.defects ?? []).length === 0;
    const harmed = isRight ? notRestored : [];
    const gone = unreachable === undefined ? [] : [`the service is not there: ${unreachable}`];
    const differing = checks.flatMap((check) => differences(check, profile, isRight));
    return accepted({ checks, differing, bugs: [...bugs, ...gone, ...harmed] });
  };
}

// Runs trials on several runners at once, each taking the next trial when it has ended one.

export interface TrialProgress {
  begun(trial: Trial): void;
  ended(tried: Tried): void;
}

/** What was tried, in the order of the trials; less than all when the signal aborts. */
export async function runTrials(
  trials: readonly Trial[],
  runners: readonly RunTrial[],
  progress: TrialProgress,
  signal: AbortSignal,
): Promise<Tried[]> {
  const results = new Map<string, Tried>();
  const waiting = trials.values();
  const work = async (run: RunTrial): Promise<void> => {
    // One iterator for all: each trial is taken once.
    for (const trial of waiting) {
      progress.begun(trial);
      const tried = await run(trial);
      if (signal.aborted) return;
      results.set(trial.id, tried);
      progress.ended(tried);
    }
  };
  await Promise.all(runners.map(work));
  return trials.flatMap(({ id }) => results.get(id) ?? []);
}

// Runs trials in a thread of its own. A trial whose thread dies or does not answer is lost.

/** A trial takes a few seconds; ms of the machine's clock, of any machine, after which its thread is given up. */
const LONGEST_TRIAL = 1_800_000;

/** Then its thread is replaced, so that what trials leave in it does not add up. */
const TRIALS_OF_A_THREAD = 12;

/** The module runs in the thread, and answers trials with what came of them. */
type WorkerOptions = Pick<ThreadOptions, 'module' | 'data' | 'clock' | 'signal'>;

export function createWorkerRunner(options: WorkerOptions) {
  const thread = createThread<Trial, Tried>({
    ...options,
    patience: LONGEST_TRIAL,
  });
  let tried = 0;
  return {
    run: async (trial: Trial): Promise<Tried> => {
      if (tried > 0 && tried % TRIALS_OF_A_THREAD === 0) await thread.close();
      tried++;
      const answered = await thread.ask(trial);
      return answered.kind === 'answer' ? answered.answer : { trial, checks: [], bugs: [answered.why] };
    },
    close: thread.close,
  };
}
