// The suite against the instrumented simulator of this thread, in virtual time, as against a server that nobody
// vouches for: what the look before the first check refuses is refused here, too.
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { bundledScenarios } from '../../src/cli/load/scenarios.js';
import { loadVariants } from '../../src/cli/load/variants.js';
import type { OpenTarget } from '../../src/harness/run/open-target.js';
import { type Plan, plan } from '../../src/harness/run/plan.js';
import { run, type RunEnd } from '../../src/harness/run/run.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import type { CheckResult } from '../../src/harness/verdict/verdict.js';
import { assert } from '../../src/kernel/assert.js';
import { settled } from '../../src/kernel/host-time.js';
import { type InProcessOptions, openInProcess, thenClose } from '../../src/lab/in-process/open-in-process.js';
import { programsPart } from '../../src/lab/self-test/run-trial.js';
import { openRemote, type Remote } from './open-remote.js';
import type { About, NamedBreach, Question, Seen, ThreadData } from './question.js';
import { wordsOf } from './words.js';
import { beginWork, reachedBy, reachedByLoading, turnOn } from './switches.js';

/** Virtual time in ms after which a run has no end; the usual one takes less than an hour. */
const LONGEST_RUN = 6 * 60 * 60 * 1000;

export interface Suite {
  about(): Promise<About>;
  run(question: Question): Promise<Seen>;
}

export interface Surroundings {
  /** A check has ended. */
  readonly lives: () => void;
  /** What nobody caught, in this thread. */
  readonly strays: unknown[];
}

/** Where the topmost line of our own code is the harness's. */
const OF_HARNESS = /^[^\n]*\n\s+at [^\n]*\/src\/harness\//;

export function createSuite({ root, seed, key: own }: ThreadData, around: Surroundings): Suite {
  const scenarios = bundledScenarios(root);
  const fleet = loadFleet(undefined, root);
  const dialect = loadDialect('default', root);
  assert(scenarios.ok && fleet.ok && dialect.ok, 'the program has lost its files');
  const small = loadVariants(['small-quotas'], fleet.value.spec, root);
  assert(small.ok, 'the program has lost its variants');
  const service = {
    fleet: fleet.value.spec,
    dialect: dialect.value,
    seed,
    journal: false,
    vouchedFor: false,
    contained: true,
  };
  const programs = programsPart();
  let count = 0;
  const about = async (): Promise<About> => {
    const { open } = await openInProcess(service);
    await open.close();
    const checks = scenarios.value.flatMap(({ cases }) => cases.map(({ id }) => id));
    return { profile: open.profile, checks };
  };
  const inVirtualTime = async (question: Question): Promise<Seen> => {
    const { key = own, profile, programs: alsoPrograms, whole = false } = question;
    const name = `work ${++count}`;
    beginWork(name);
    turnOn(key);
    const here = { ...service, profile, ...(question.smallQuotas && { fleet: small.value.fleet }) };
    const seen = await judged(await openHere(here), planOf(scenarios.value, question), { whole, ...around });
    const over = seen.breaches.length > 0 && !whole;
    if (alsoPrograms && !over) await addPrograms(seen, () => programs(here));
    await settled();
    turnOn(own);
    return { ...seen, reached: reachedBy(name), loaded: reachedByLoading() };
  };
  const overSockets = async (question: Question, speed: number): Promise<Seen> => {
    const { key, profile, whole = false } = question;
    const data = { root, seed, speed, ...(key === undefined ? {} : { key }) };
    const opened = await openRemote(data, profile, dialect.value);
    let reached: readonly string[] = [];
    // A server that hangs would never answer.
    const last = async ({ reached: ask }: Remote): Promise<void> => {
      if (key === undefined) reached = await ask();
    };
    const there =
      'unstarted' in opened
        ? opened
        : { ...opened, until: async <T>(work: Promise<T>): Promise<T> => work, last: () => last(opened) };
    const seen = await judged(there, planOf(scenarios.value, question), { whole, ...around });
    return { ...seen, reached, loaded: [] };
  };
  return {
    about,
    run: (question) =>
      question.sockets === undefined ? inVirtualTime(question) : overSockets(question, question.sockets),
  };
}

type Collected = {
  -readonly [each in keyof Omit<Seen, 'reached' | 'loaded'>]: Seen[each] extends readonly (infer E)[]
    ? E[]
    : Seen[each];
};

type Planner = (open: OpenTarget) => Plan;

function planOf(scenarios: readonly Scenario[], { checks }: Question): Planner {
  return ({ profile, stimuli }) => {
    const planned = plan(scenarios, profile, {}, stimuli.offers);
    assert(planned.ok, 'nothing is selected by name');
    if (checks === 'all') return planned.plan;
    const wanted = new Set(checks);
    return { checks: planned.plan.checks.filter(({ id }) => wanted.has(id)), skipped: [] };
  };
}

interface How extends Surroundings {
  readonly whole: boolean;
}

/** A service that is open for a run. */
interface Opened {
  readonly open: OpenTarget;
  readonly bugs: readonly unknown[];
  /** Lets time pass until the work has ended. */
  until<T>(work: Promise<T>): Promise<T>;
  /** When the run has ended, and before the service does. */
  last?(): Promise<void>;
}

async function openHere(service: InProcessOptions): Promise<Opened | { readonly unstarted: string }> {
  try {
    const { open, clock, bugs } = await openInProcess(service);
    return { open, bugs, until: clock.runUntil };
  } catch (error) {
    return { unstarted: wordsOf(error) };
  }
}

async function judged(
  opened: Opened | { readonly unstarted: string },
  planner: Planner,
  { whole, lives, strays }: How,
): Promise<Collected> {
  const seen: Collected = { breaches: [], errors: [], undecided: [], differs: [], notRestored: [], bugs: [] };
  if ('unstarted' in opened) return { ...seen, unstarted: opened.unstarted };
  const { open, bugs, until, last } = opened;
  const stop = new AbortController();
  try {
    const patience = open.target.clock.setTimer('end of all patience', LONGEST_RUN, () => {
      seen.endless = true;
      stop.abort();
    });
    const work = run(open, {
      plan: planner(open),
      signal: stop.signal,
      onProgress: (progress) => {
        lives();
        if (progress.kind !== 'check-ended') return;
        if (breachesOf(progress.result).length > 0 && !whole) stop.abort();
      },
    });
    add(seen, await until(thenClose(andThen(work, last), open)));
    patience.cancel();
  } catch (error) {
    seen.errors.push(wordsOf(error));
  }
  const told = new Set([...bugs, ...strays.splice(0)].map(wordsOf));
  for (const words of told) (OF_HARNESS.test(words) ? seen.errors : seen.bugs).push(words);
  return seen;
}

async function andThen<T>(work: Promise<T>, last?: () => Promise<void>): Promise<T> {
  const ended = await work;
  await last?.();
  return ended;
}

function add(seen: Collected, ended: RunEnd): void {
  if (!ended.ok) {
    if (ended.kind === 'differs') seen.differs.push(...ended.problems.map(({ message }) => message));
    else seen.errors.push(`nothing was checked: ${ended.kind}`);
    return;
  }
  const { checks, unreachable, cutShort, notRestored } = ended.result;
  addChecks(seen, checks);
  if (unreachable !== undefined) seen.unreachable = unreachable;
  if (cutShort !== undefined) seen.cutShort = cutShort;
  seen.notRestored.push(...notRestored);
}

function addChecks(seen: Collected, checks: readonly CheckResult[]): void {
  for (const check of checks) {
    const words = `${check.id}: ${check.reason ?? ''}`;
    seen.breaches.push(...breachesOf(check));
    if (check.verdict === 'error') seen.errors.push(words);
    if (check.verdict === 'inconclusive') seen.undecided.push(words);
  }
}

async function addPrograms(
  seen: Collected,
  part: () => ReturnType<ReturnType<typeof programsPart>>,
): Promise<void> {
  try {
    const ran = await part();
    if (ran.ok) addChecks(seen, ran.value.checks);
  } catch (error) {
    // Programs take any failure of the service for a bug of ours.
    seen.undecided.push(`programs: ${wordsOf(error)}`);
  }
}

function breachesOf({ id, findings }: CheckResult): NamedBreach[] {
  const found = findings.flatMap(({ rule, verdict }): NamedBreach[] =>
    verdict === 'fail' || verdict === 'warn' ? [{ check: id, rule, verdict }] : [],
  );
  return [...new Map(found.map((each) => [`${each.rule} ${each.verdict}`, each])).values()];
}
