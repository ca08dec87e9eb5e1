// The repeat of a TIMEOUT returns the first command, after another try behind its back.
import type { Defect } from './defect.js';

export function timeoutSentAgain(): Defect {
  return {
    id: 'timeout-sent-again',
    rule: 'idempotency.timeout-is-final',
    summary:
      'A repeat of a request that ended in TIMEOUT sends the bytes again, and returns the first command.',
    service: (service) => {
      const over = new Set<string>();
      return {
        ...service,
        operate: async (caller, request) => {
          const outcome = await service.operate(caller, request);
          if (!outcome.ok || outcome.value.status !== 'timeout') return outcome;
          const { commandId } = outcome.value;
          if (over.has(commandId)) await service.operate(caller, { ...request, idempotencyKey: undefined });
          over.add(commandId);
          return outcome;
        },
      };
    },
  };
}
