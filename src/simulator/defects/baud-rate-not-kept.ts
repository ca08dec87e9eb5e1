// A new baud rate is accepted and forgotten.
import type { Defect } from './defect.js';
import { withPerform } from './with-perform.js';

export function baudRateNotKept(): Defect {
  return {
    id: 'baud-rate-not-kept',
    rule: 'rs485.baud-rate',
    summary: 'Setting the baud rate succeeds, and the rate stays as it was.',
    ...withPerform((perform, operation, clock) =>
      operation.name === 'device.rs485.baudRate.set'
        ? clock.sleep(50).then(() => ({ kind: 'done', value: undefined }))
        : perform(operation),
    ),
  };
}
