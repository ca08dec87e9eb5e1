// Switching off is told without looking whether the relay was on.
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function switchingOffAlwaysTold(): Defect {
  return {
    id: 'switching-off-always-told',
    rule: 'events.no-change-no-event',
    summary: 'Setting a relay to off emits device.state.changed, also when it is off.',
    ...withTelling(async (device, operation, tell) => {
      const before = device.peripherals().relays;
      const outcome = await device.perform(operation);
      if (operation.name !== 'device.relay.set') return outcome;
      const changes = operation.params.relays.flatMap(({ index, action }): ChannelChange[] => {
        const wasOff = before.some((relay) => relay.index === index && !relay.on);
        return action === 'off' && wasOff ? [{ kind: 'relay', index }] : [];
      });
      if (changes.length > 0) tell({ kind: 'state-changed', changes, peripherals: device.peripherals() });
      return outcome;
    }),
  };
}
