// The response of the peripheral gets lost on its way to the caller.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

export function transceiveWithoutResult(): Defect {
  return {
    id: 'transceive-without-result',
    rule: 'rs485.transceive',
    summary: 'A transceive that was answered succeeds without a result.',
    ...withPerform(async (perform, operation) => {
      const outcome = await perform(operation);
      return outcome.kind === 'done' ? { kind: 'done', value: undefined } : outcome;
    }),
  };
}
