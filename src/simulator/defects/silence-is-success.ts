// No response is taken for an empty one.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

export function silenceIsSuccess(): Defect {
  return {
    id: 'silence-is-success',
    rule: 'rs485.timeout',
    summary: 'A transceive that nobody answers succeeds with an empty response.',
    ...withPerform(async (perform, operation) => {
      const outcome = await perform(operation);
      return outcome.kind === 'timeout' ? { kind: 'done', value: { data: '' } } : outcome;
    }),
  };
}
