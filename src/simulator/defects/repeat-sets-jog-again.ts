// A repeat returns the first command, yet its setting is written once more over a later one.
import type { Defect } from './defect.js';

export function repeatSetsJogAgain(): Defect {
  return {
    id: 'repeat-sets-jog-again',
    rule: 'idempotency.no-second-execution',
    summary: 'The repeat of a jog configuration overwrites the duration that was set after it.',
    service: (service) => {
      const seen = new Set<string>();
      return {
        ...service,
        operate: async (caller, request) => {
          const outcome = await service.operate(caller, request);
          if (!outcome.ok || request.operation.name !== 'device.relay.jogConfig.set') return outcome;
          const { commandId } = outcome.value;
          if (seen.has(commandId)) await service.operate(caller, { ...request, idempotencyKey: undefined });
          seen.add(commandId);
          return outcome;
        },
      };
    },
  };
}
