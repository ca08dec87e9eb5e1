// Each relay command emits an event, also when the relay already was where it should be.
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { Defect } from './defect.js';
import { withTelling } from './with-telling.js';

export function eventWithoutChange(): Defect {
  return {
    id: 'event-without-change',
    rule: 'events.no-change-no-event',
    summary: 'Setting a relay to the state it is in emits device.state.changed.',
    ...withTelling(async (device, operation, tell) => {
      const before = JSON.stringify(device.peripherals().relays);
      const outcome = await device.perform(operation);
      const peripherals = device.peripherals();
      if (operation.name === 'device.relay.set' && before === JSON.stringify(peripherals.relays)) {
        const changes = operation.params.relays.map(({ index }): ChannelChange => ({ kind: 'relay', index }));
        tell({ kind: 'state-changed', changes, peripherals });
      }
      return outcome;
    }),
  };
}
