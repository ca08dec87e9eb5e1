// A repeat returns the first command, and switches again behind its back.
import type { Defect } from './defect.js';
import { withRunningRepeats } from './with-running-repeats.js';

export function repeatRunsAgain(): Defect {
  return {
    id: 'repeat-runs-again',
    rule: 'idempotency.no-second-execution',
    summary: 'A repeated request returns the first command, but the device carries it out again.',
    ...withRunningRepeats(() => true),
  };
}
