// What each part of the check works with, and how it asks.
import type { Profile } from '../../profile/profile.js';
import type { Call, CallOutcome, Exchange } from '../call.js';
import type { MessageForm } from '../misfit/form.js';
import { type PatientOutcome, patiently } from '../retry.js';
import type { Target } from '../target.js';
import { type TargetProblem, dialectProblem } from './problem.js';
import type { SignsOfLife } from './signs-of-life.js';

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly problems: TargetProblem[];
  readonly forms: FormProblems;
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly life: SignsOfLife;
  /** Calls that never got an answer, though others do: they are not waited for any more. */
  readonly unanswered: Set<Call['name']>;
}

export function askTarget(context: CheckContext, client: string, call: Call): Promise<PatientOutcome> {
  const { target, profile, until, life, unanswered } = context;
  const { signal } = life;
  const hopeless = unanswered.has(call.name);
  let tries = 0;
  const attempt = async (): Promise<Exchange> => {
    tries++;
    const patience = hopeless ? profile.patience * SHARE_OF_THE_HOPELESS : life.patience();
    const exchange = await target.request(call, { client, signal, patience, wanted: true });
    const asked = exchange.notSent ? 'createToken' : call.name;
    if (!(await life.note(exchange.outcome, asked))) unanswered.add(asked);
    return exchange;
  };
  const limits = { until, longestAnnounced: profile.longestWait, tries: hopeless ? 1 : MOST_TRIES };
  const isWorthIt = (): boolean => tries < TRIES_IN_SILENCE || !unanswered.has(call.name);
  return patiently(attempt, { clock: target.clock, limits, signal, isWorthIt });
}

/** In the time that there is for them. */
const MOST_TRIES = 12;

/** Of a call that gets no answer, where others do. */
const TRIES_IN_SILENCE = 3;
const SHARE_OF_THE_HOPELESS = 0.25;

// Replies of the check before a run that are not of the form of the dialect: told once for each form, when all has been
// seen that can be had without changing anything.

interface Odd {
  readonly what: string;
  readonly form: MessageForm;
  readonly reply: Extract<CallOutcome, { kind: 'reply' }>['reply'];
}

type FormProblems = ReturnType<typeof createFormProblems>;

export function createFormProblems({ dialect, misfits }: Pick<Target, 'dialect' | 'misfits'>) {
  const odd: Odd[] = [];
  return {
    /** False when the reply does not fit. @param what in words: `the device list`. */
    fits: (what: string, form: MessageForm, outcome: CallOutcome) => {
      if (outcome.kind !== 'reply' || !outcome.reply.dialectMismatches) return true;
      if (!odd.some((each) => each.what === what)) odd.push({ what, form, reply: outcome.reply });
      return false;
    },
    problems: () => {
      const { seen, fitted } = misfits.count();
      // Most of what came is in other words: it is the dialect of another target.
      if (seen > 1 && fitted * 2 < seen) misfits.renounce();
      return odd.map(({ what, form, reply }) => {
        const mismatches = reply.dialectMismatches ?? [];
        const problem = dialectProblem(what, dialect.name, mismatches);
        const [breach] = misfits.breaches(form, mismatches, { channel: 'rest', data: reply.data });
        return breach ? { ...problem, breach } : problem;
      });
    },
  };
}
