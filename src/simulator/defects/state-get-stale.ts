// The WebSocket channel answers from what it has once seen.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Defect } from './defect.js';

export function stateGetStale(): Defect {
  return {
    id: 'state-get-stale',
    rule: 'ws.state-get',
    summary:
      'device.state.get spends the budget and shows the relays as they were before the device was used.',
    service: (service) => {
      const allOff = (peripherals: Peripherals): Peripherals => ({
        ...peripherals,
        relays: peripherals.relays.map((relay) => ({ ...relay, on: false })),
      });
      return {
        ...service,
        refresh: async (caller, deviceId) => {
          const detail = await service.refresh(caller, deviceId);
          if (!detail.ok || caller.origin?.channel !== 'ws') return detail;
          return { ok: true, value: { ...detail.value, peripherals: allOff(detail.value.peripherals) } };
        },
      };
    },
  };
}
