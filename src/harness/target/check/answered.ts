// Whether a request was refused for good, or may just have met what is legal at any moment.
import { interferenceOf } from '../interference.js';
import type { PatientOutcome } from '../retry.js';

/** Tries after which what is legal once is not legal any more. */
const MOST_BY_CHANCE = 3;

/**
 * `denied`: for want of a permission. `refused`: with an answer that another try does not change. `failing`: with
 * something that passes, in each of several tries. `undecided`: with something that passes, and too few tries for more.
 */
export function answeredAtAll({
  outcome,
  tries,
}: Pick<PatientOutcome, 'outcome' | 'tries'>): 'denied' | 'refused' | 'failing' | 'undecided' {
  if (interferenceOf(outcome)) return tries < MOST_BY_CHANCE ? 'undecided' : 'failing';
  return outcome.kind === 'reply' && outcome.reply.code === 'AUTH_SCOPE_DENIED' ? 'denied' : 'refused';
}
