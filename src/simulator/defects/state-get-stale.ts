// The WebSocket channel answers from what it has once seen.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

export function stateGetStale(): Defect {
  const now = whichChannel();
  return {
    id: 'state-get-stale',
    rule: 'ws.state-get',
    summary:
      'device.state.get spends the budget and shows the relays as they were before the device was used.',
    ...now.watching,
    service: (service) => {
      const allOff = (peripherals: Peripherals): Peripherals => ({
        ...peripherals,
        relays: peripherals.relays.map((relay) => ({ ...relay, on: false })),
      });
      return {
        ...service,
        refresh: async (caller, deviceId) => {
          const overSocket = now.current() === 'ws';
          const detail = await service.refresh(caller, deviceId);
          if (!detail.ok || !overSocket) return detail;
          return { ok: true, value: { ...detail.value, peripherals: allOff(detail.value.peripherals) } };
        },
      };
    },
  };
}
