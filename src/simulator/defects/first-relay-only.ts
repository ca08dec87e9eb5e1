// Of several relays in one request only the first one is switched.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

export function firstRelayOnly(): Defect {
  return {
    id: 'first-relay-only',
    rule: 'relay.set-many',
    summary: 'Of several relays in one request only the first one is switched.',
    ...withPerform((perform, operation) =>
      operation.name === 'device.relay.set'
        ? perform({ ...operation, params: { relays: operation.params.relays.slice(0, 1) } })
        : perform(operation),
    ),
  };
}
