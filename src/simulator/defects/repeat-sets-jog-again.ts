// A repeat returns the first command, yet its setting is written once more over a later one.
import type { Defect } from './defect.js';
import { withRunningRepeats } from './with-running-repeats.js';

export function repeatSetsJogAgain(): Defect {
  return {
    id: 'repeat-sets-jog-again',
    rule: 'idempotency.no-second-execution',
    summary: 'The repeat of a jog configuration overwrites the duration that was set after it.',
    ...withRunningRepeats(({ name }) => name === 'device.relay.jogConfig.set'),
  };
}
