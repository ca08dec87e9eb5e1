// Investigates what a program has shown, with nothing else at work: shown again, shrunk, and confirmed.
import { INVARIANTS } from '../judge/judge.js';
import type { Finding } from '../verdict/verdict.js';
import {
  breachesIn,
  confirm,
  type Confirmation,
  CONFIRMATIONS,
  isAlike,
  patienceFor,
  withSettle,
} from './confirm.js';
import type { Counterexample, SearchOptions, ShrinkLimits, TriedProgram } from './search-port.js';
import type { Clock } from '../../kernel/clock.js';
import { type Executor, factsFor, type ProgramRun } from './executor.js';
import { programOf } from './compose.js';
import { innerSteps, type Program, type StepData } from './program.js';
import { verbOf } from '../scenario/verbs/registry.js';

interface InvestigationOptions extends Pick<SearchOptions, 'executor' | 'shrinking' | 'clock' | 'signal'> {
  /** It was confirmed before: what turns out to be that needs no second look. */
  readonly isKnown: (finding: Finding) => boolean;
}

export interface ProgramBreach {
  readonly tried: TriedProgram;
  readonly finding: Finding;
  /** Other programs or checks ran at the same time. */
  readonly besideOthers: boolean;
}

/** How often a program that showed something among others is run again by itself to see whether it still does. */
const TRIES_ALONE = 2;

/** @returns undefined where there is nothing to it, or nothing new. */
export async function investigate(
  breach: ProgramBreach,
  options: InvestigationOptions,
): Promise<Counterexample | undefined> {
  const { executor, shrinking, clock, signal, isKnown } = options;
  const { drawn } = breach.tried;
  const mark = String(drawn.index);
  const shown = breach.besideOthers
    ? await showAlone(breach, options)
    : { ...breach.tried, finding: breach.finding };
  if (!shown) {
    const why =
      `it showed while others of the run were at work on other devices, ` +
      `and not in ${TRIES_ALONE} runs of the program by itself`;
    return amongOthers(breach, why);
  }
  const small = await shrink(shown, executor, shrinking, { clock, signal, mark, isKnown });
  if (isKnown(small.finding)) return undefined;
  const first = await confirmed(small, breach, options, mark);
  if (first.outcome !== 'not reproduced' || small.program === shown.program) return first.counterexample;
  // It may need more than what is left of the program, which as it was is worth another try.
  const second = await confirmed(shown, breach, options, `${mark}-w`);
  return second.outcome === 'confirmed' ? second.counterexample : first.counterexample;
}

async function confirmed(
  { finding, program, run }: Showing,
  { tried: { drawn } }: ProgramBreach,
  { executor }: InvestigationOptions,
  mark: string,
) {
  const { index, profile } = drawn;
  const patient = withSettle(program, patienceFor(finding, executor));
  const found = { index, profile, finding, trace: run.trace, program: patient };
  const outcome = await confirm(patient, finding, executor, mark);
  const counterexample: Counterexample =
    outcome.kind === 'confirmed'
      ? {
          ...found,
          finding: outcome.finding,
          trace: outcome.run.trace,
          standing: { kind: 'confirmed', times: CONFIRMATIONS },
        }
      : { ...found, standing: { kind: 'doubtful', why: whyNot(outcome), other: outcome.run.trace } };
  return { outcome: outcome.kind, counterexample };
}

/** What there is no time to look into. */
export function notInvestigated(breach: ProgramBreach): Counterexample | undefined {
  return amongOthers(breach, 'it was seen once, and the time was over before the program could be run again');
}

/** A check has shown the rule to be broken, each time that it looked: a smaller program would tell no more. */
export function shownAlready({ tried: { drawn, program, run }, finding }: ProgramBreach): Counterexample {
  const { index, profile } = drawn;
  return { index, profile, finding, program, trace: run.trace, standing: { kind: 'confirmed', times: 1 } };
}

async function showAlone(
  { tried, finding }: ProgramBreach,
  { executor }: InvestigationOptions,
): Promise<Showing | undefined> {
  const { drawn } = tried;
  const eventPatience = patienceFor(finding, executor);
  const program = withSettle(tried.program, eventPatience);
  for (let time = 0; time < TRIES_ALONE; time++) {
    const run = await executor.run(program, `${drawn.index}-a${time}`, { eventPatience });
    const again = breachesIn(run).find((each) => isAlike(each, finding));
    if (again) return { program, run, finding: again };
  }
  return undefined;
}

/** A client that has to wait for what other programs have asked in its name proves nothing. */
function amongOthers(
  { tried, finding, besideOthers }: ProgramBreach,
  why: string,
): Counterexample | undefined {
  const ofClients = INVARIANTS.some(
    ({ name, ofClients: yes }) => yes && finding.where === `invariant ${name}`,
  );
  if (besideOthers && ofClients) return undefined;
  const { drawn, program, run } = tried;
  const { index, profile } = drawn;
  return { index, profile, finding, program, trace: run.trace, standing: { kind: 'doubtful', why } };
}

function whyNot(outcome: Exclude<Confirmation, { kind: 'confirmed' }>): string {
  if (outcome.kind === 'others at work')
    return `others are at work on the target (${outcome.signs.slice(0, 3).join(', ')}); if so, write "shared: true" in the profile`;
  const { shown } = outcome;
  if (outcome.kind === 'not run')
    return `it showed each time, but the program could be run again ${shown === 1 ? '1 time' : `${shown} times`} only: ${outcome.why}`;
  return `the program showed it once more in ${shown} of ${shown + 1} runs, not in ${CONFIRMATIONS} of ${CONFIRMATIONS}`;
}

// Finds the smallest program that still shows a fault: simpler ones are run until none of them shows it.

/** A program that shows a fault. */
interface Showing {
  readonly program: Program;
  readonly run: ProgramRun;
  readonly finding: Finding;
}

interface Shrinking {
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Names the runs: each has keys and a chance of its own. */
  readonly mark: string;
  /** What shows this above all is not worth to be made simpler. */
  readonly isKnown?: (finding: Finding) => boolean;
}

async function shrink(
  first: Showing,
  executor: Executor,
  { programs, time }: ShrinkLimits,
  { clock, signal, mark, isKnown = () => false }: Shrinking,
): Promise<Showing> {
  const giveUpAt = clock.now() + time;
  const eventPatience = patienceFor(first.finding, executor);
  const { tenant = 0 } = first.program;
  const seen = new Set<string>([JSON.stringify(first.program.body)]);
  let best = first;
  let tried = 0;

  const simplerOne = async (): Promise<Showing | undefined> => {
    for (const body of simplerBodies(best.program.body)) {
      const key = JSON.stringify(body);
      if (seen.has(key)) continue;
      if (tried >= programs || clock.now() >= giveUpAt || signal.aborted) return undefined;
      seen.add(key);
      tried++;
      const program = programOf(body, factsFor(executor, tenant), { settle: eventPatience, tenant });
      // Each time that it shows may cost a device: those that confirm it must be left.
      if (executor.isShort?.(program, CONFIRMATIONS + 1)) return undefined;
      const run = await executor.run(program, `${mark}-s${tried}`, { eventPatience });
      if (run.notBegun !== undefined) return undefined;
      const finding = breachesIn(run).find((each) => isAlike(each, first.finding));
      if (finding) return { program, run, finding };
    }
    return undefined;
  };

  const tellingOf = ({ run, finding }: Showing): Finding => breachesIn(run)[0] ?? finding;
  while (!isKnown(tellingOf(best))) {
    const next = await simplerOne();
    if (!next) break;
    best = next;
  }
  return { ...best, finding: tellingOf(best) };
}

// Programs that are simpler than a given one in one respect: a part less, or one thing in it plainer. Steps that
// speak of what is gone go with it, so that each is a program again.

type Body = readonly StepData[];

/** Large cuts first: most of a random program has nothing to do with what it shows. */
export function* simplerBodies(body: Body): Generator<Body> {
  for (const fewer of withoutParts(body)) yield withoutDangling(fewer);
  for (const [at, step] of body.entries())
    for (const plainer of plainerSteps(step))
      yield withoutDangling([...body.slice(0, at), plainer, ...body.slice(at + 1)]);
}

/** Without half of them, then without a quarter, and so on down to without one. */
function* withoutParts(steps: Body): Generator<Body> {
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < steps.length; from += size)
      yield [...steps.slice(0, from), ...steps.slice(from + size)];
}

function* plainerSteps(step: StepData): Generator<StepData> {
  const inner = innerSteps(step);
  if (inner) yield* plainerBursts(inner);
  else yield* plainerFields(step);
}

function* plainerBursts(steps: readonly StepData[]): Generator<StepData> {
  for (const fewer of withoutParts(steps)) yield burstOf(fewer);
  for (const [at, step] of steps.entries())
    for (const plainer of plainerFields(step)) yield burstOf(steps.with(at, plainer));
}

/** A burst of one is no burst. */
function burstOf(steps: readonly StepData[]): StepData {
  const [only] = steps;
  if (steps.length !== 1 || !only || only['times'] !== undefined) return { parallel: steps };
  const { at: _, ...alone } = only;
  return alone;
}

const WAITS = ['50ms', '400ms', '1s', '3100ms'];

function* plainerFields(step: StepData): Generator<StepData> {
  for (const field of ['at', 'times', 'via', 'client', 'cut'])
    if (step[field] !== undefined) yield without(step, field);
  const { relays, wait } = step;
  if (typeof relays === 'object' && relays !== null) yield* plainerRelays(step, relays as Relays);
  if (typeof wait === 'string')
    for (const shorter of WAITS.slice(0, Math.max(0, WAITS.indexOf(wait)))) yield { wait: shorter };
  if (typeof wait === 'string' && !WAITS.includes(wait)) for (const shorter of WAITS) yield { wait: shorter };
}

type Relays = Readonly<Record<string, string>>;

function* plainerRelays(step: StepData, relays: Relays): Generator<StepData> {
  const names = Object.keys(relays);
  if (names.length > 1) for (const name of names) yield { ...step, relays: without(relays, name) };
  for (const name of names)
    if (relays[name] === 'jog') yield { ...step, relays: { ...relays, [name]: 'on' } };
}

function without<T extends Readonly<Record<string, unknown>>>(from: T, field: string): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== field)) as T;
}

/** Repeats and reads of requests that are no longer there go, too; a key that was theirs is as good as any. */
function withoutDangling(body: Body): Body {
  const known = new Set<unknown>();
  const keep = (step: StepData): readonly StepData[] => {
    const inner = innerSteps(step);
    if (inner) {
      const kept = inner.filter((each) => !dangles(each, known));
      for (const { as } of kept) known.add(as);
      return kept.length === 0 ? [] : [burstOf(kept)];
    }
    if (dangles(step, known)) return [];
    known.add(step['as']);
    return [step];
  };
  return body.flatMap(keep);
}

function dangles(step: StepData, known: ReadonlySet<unknown>): boolean {
  const capture = verbOf(step)?.refersTo?.(step);
  return capture !== undefined && !known.has(capture);
}
