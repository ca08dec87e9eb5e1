// Replies of the check before a run that are not of the form of the dialect: told once for each form, when all has been
// seen that can be had without changing anything.
import type { MessageForm } from '../misfit/form.js';
import type { CallOutcome } from '../call.js';
import type { Target } from '../target.js';
import { dialectProblem, type TargetProblem } from './problem.js';

interface Odd {
  readonly what: string;
  readonly form: MessageForm;
  readonly reply: Extract<CallOutcome, { kind: 'reply' }>['reply'];
}

export interface FormProblems {
  /** False when the reply does not fit. @param what in words: `the device list`. */
  fits(what: string, form: MessageForm, outcome: CallOutcome): boolean;
  problems(): readonly TargetProblem[];
}

export function createFormProblems({ dialect, misfits }: Pick<Target, 'dialect' | 'misfits'>): FormProblems {
  const odd: Odd[] = [];
  return {
    fits: (what, form, outcome) => {
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
