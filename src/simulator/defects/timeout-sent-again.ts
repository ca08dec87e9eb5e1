// The repeat of a TIMEOUT returns the first command, after another try behind its back.
import type { Defect } from './defect.js';
import { withRunningRepeats } from './with-running-repeats.js';

export function timeoutSentAgain(): Defect {
  return {
    id: 'timeout-sent-again',
    rule: 'idempotency.timeout-is-final',
    summary:
      'A repeat of a request that ended in TIMEOUT sends the bytes again, and returns the first command.',
    ...withRunningRepeats((_, { status }) => status === 'timeout'),
  };
}
