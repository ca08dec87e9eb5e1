// A repeat returns the first command, and switches again behind its back.
import type { Defect } from './defect.js';

export function repeatRunsAgain(): Defect {
  return {
    id: 'repeat-runs-again',
    rule: 'idempotency.no-second-execution',
    summary: 'A repeated request returns the first command, but the device carries it out again.',
    service: (service) => {
      const seen = new Set<string>();
      return {
        ...service,
        operate: async (caller, request) => {
          const outcome = await service.operate(caller, request);
          if (!outcome.ok) return outcome;
          if (seen.has(outcome.value.commandId)) {
            await service.operate(caller, { ...request, idempotencyKey: undefined });
          }
          seen.add(outcome.value.commandId);
          return outcome;
        },
      };
    },
  };
}
