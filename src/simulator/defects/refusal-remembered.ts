// A refused request keeps its key: a retry is refused for ever.
import type { Outcome } from '../service/outcome.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Defect } from './defect.js';

export function refusalRemembered(): Defect {
  return {
    id: 'refusal-remembered',
    rule: 'idempotency.refused-is-not-remembered',
    summary: 'A request refused with DEVICE_BUSY is refused for ever under its key.',
    service: (service) => {
      const refused = new Map<string, Outcome<CommandValue>>();
      return {
        ...service,
        operate: async (caller, request) => {
          const slot = `${caller.clientId} ${request.idempotencyKey}`;
          const earlier = refused.get(slot);
          if (earlier) return earlier;
          const outcome = await service.operate(caller, request);
          if (!outcome.ok && outcome.refusal.code === 'DEVICE_BUSY') refused.set(slot, outcome);
          return outcome;
        },
      };
    },
  };
}
