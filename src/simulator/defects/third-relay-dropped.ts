// The request to the device has room for two relays.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

const ROOM = 2;

export function thirdRelayDropped(): Defect {
  return {
    id: 'third-relay-dropped',
    rule: 'relay.set-many',
    summary: 'Of three or more relays in one request only the first two are switched.',
    ...withPerform((perform, operation) =>
      operation.name === 'device.relay.set'
        ? perform({ ...operation, params: { relays: operation.params.relays.slice(0, ROOM) } })
        : perform(operation),
    ),
  };
}
