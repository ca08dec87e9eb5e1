// Whatever comes over the RS485 line is told, asked for or not.
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function solicitedBroadcast(): Defect {
  return {
    id: 'solicited-broadcast',
    rule: 'events.not-for-solicited',
    summary: 'The response to a transceive also emits device.rs485.received.',
    ...withTelling(async (device, operation, tell) => {
      const outcome = await device.perform(operation);
      const data = outcome.kind === 'done' ? outcome.value?.data : undefined;
      if (data !== undefined) tell({ kind: 'rs485-received', data });
      return outcome;
    }),
  };
}
