// Analog values are watched, and each change of one is an event.
import type { Defect } from './defect.js';

const EVERY = 500;

export function analogEvents(): Defect {
  return {
    id: 'analog-events',
    rule: 'events.not-for-analog',
    summary: 'A change of an analog input emits device.state.changed.',
    devices: (devices, { clock }) => ({
      ...devices,
      listen: (listener) => {
        const seen = new Map<string, string>();
        const look = (): void => {
          for (const { deviceId } of devices.list()) {
            const peripherals = devices.find(deviceId)?.peripherals();
            const values = JSON.stringify(peripherals?.analogInputs);
            const before = seen.get(deviceId);
            seen.set(deviceId, values);
            if (peripherals && before !== undefined && before !== values)
              listener(deviceId, { kind: 'state-changed', changes: [], peripherals });
          }
          timer = clock.setTimer('analog values', EVERY, look);
        };
        let timer = clock.setTimer('analog values', EVERY, look);
        const stop = devices.listen(listener);
        return () => {
          timer.cancel();
          stop();
        };
      },
    }),
  };
}
