// A relay command succeeds, and nothing is switched.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

export function relayWithoutEffect(): Defect {
  return {
    id: 'relay-without-effect',
    rule: 'relay.effect',
    summary: 'A relay command succeeds without switching anything.',
    ...withPerform((perform, operation, clock) =>
      operation.name === 'device.relay.set'
        ? clock.sleep(200).then(() => ({ kind: 'done', value: undefined }))
        : perform(operation),
    ),
  };
}
