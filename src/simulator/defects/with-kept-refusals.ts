// For defects that keep a refusal under the key of its request.
import type { CommandValue } from '../../dialect/dialect.js';
import type { Decoration } from '../decoration.js';
import type { ServiceResult } from '../service/outcome.js';
import type { Caller } from '../service/service.js';

/** @param applies whether the request of this caller is one of those. */
export function withKeptRefusals(applies: (caller: Caller) => boolean): Pick<Decoration, 'service'> {
  return {
    service: (service) => {
      const refused = new Map<string, ServiceResult<CommandValue>>();
      return {
        ...service,
        operate: async (caller, request) => {
          if (!applies(caller)) return service.operate(caller, request);
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
