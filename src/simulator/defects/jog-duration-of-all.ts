// There is one jog duration for the whole device.
import type { Defect } from './defect.js';

export function jogDurationOfAll(): Defect {
  return {
    id: 'jog-duration-of-all',
    rule: 'relay.jog-config',
    summary: 'Setting the jog duration of one relay sets that of all relays.',
    devices: (devices) => ({
      ...devices,
      find: (deviceId) => {
        const device = devices.find(deviceId);
        if (!device) return undefined;
        return {
          ...device,
          perform: async (operation) => {
            const { name, params } = operation;
            if (name === 'device.relay.jogConfig.set') {
              for (let index = 1; index <= device.channels.relays; index++)
                await device.perform({ name, params: { ...params, index } });
            }
            return device.perform(operation);
          },
        };
      },
    }),
  };
}
