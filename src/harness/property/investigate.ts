// Investigates what a program has shown, with nothing else at work: shown again, shrunk, and confirmed.
import { INVARIANTS } from '../judge/judge.js';
import type { Finding } from '../verdict/verdict.js';
import { breachesIn, isAlike } from './breaches.js';
import { type Confirmation, confirm, CONFIRMATIONS, patienceFor, withSettle } from './confirm.js';
import type { Counterexample, SearchOptions } from './search-port.js';
import { shrink, type Showing } from './shrink.js';
import type { TriedProgram } from './try-out.js';

export interface InvestigationOptions extends Pick<
  SearchOptions,
  'executor' | 'shrinking' | 'clock' | 'signal'
> {
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
  const shown = breach.besideOthers ? await showAlone(breach, options) : showingOf(breach);
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

interface Confirmed {
  readonly outcome: Confirmation['kind'];
  readonly counterexample: Counterexample;
}

async function confirmed(
  { finding, program, run }: Showing,
  { tried: { drawn } }: ProgramBreach,
  { executor }: InvestigationOptions,
  mark: string,
): Promise<Confirmed> {
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

function showingOf({ tried: { program, run }, finding }: ProgramBreach): Showing {
  return { program, run, finding };
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
