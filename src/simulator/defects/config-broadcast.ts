// A change of the configuration is told like a change of the state.
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function configBroadcast(): Defect {
  return {
    id: 'config-broadcast',
    rule: 'events.not-for-config',
    summary: 'Setting a jog duration emits device.state.changed for the relay.',
    ...withTelling(async (device, operation, tell) => {
      const outcome = await device.perform(operation);
      if (operation.name === 'device.relay.jogConfig.set') {
        const { index } = operation.params;
        const peripherals = device.peripherals();
        tell({ kind: 'state-changed', changes: [{ kind: 'relay', index }], peripherals });
      }
      return outcome;
    }),
  };
}
