// Sensors are watched for sudden changes, and each is told like a change of the state.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Defect } from './defect.js';

const EVERY = 500;
const LEAP = 5;

export function sensorLeapsTold(): Defect {
  return {
    id: 'sensor-leaps-told',
    rule: 'events.not-for-analog',
    summary: 'A sensor whose value leaps by five or more emits device.state.changed.',
    devices: (devices, { clock }) => ({
      ...devices,
      listen: (listener) => {
        const seen = new Map<string, Peripherals['sensors']>();
        const look = (): void => {
          for (const { deviceId } of devices.list()) {
            const peripherals = devices.find(deviceId)?.peripherals();
            if (!peripherals) continue;
            if (leapt(seen.get(deviceId), peripherals.sensors))
              listener(deviceId, { kind: 'state-changed', changes: [], peripherals });
            seen.set(deviceId, peripherals.sensors);
          }
          timer = clock.setTimer('sensors', EVERY, look);
        };
        let timer = clock.setTimer('sensors', EVERY, look);
        const stop = devices.listen(listener);
        return () => {
          timer.cancel();
          stop();
        };
      },
    }),
  };
}

function leapt(before: Peripherals['sensors'] = [], now: Peripherals['sensors']): boolean {
  return before.some(({ value }, at) => Math.abs(value - (now[at]?.value ?? value)) >= LEAP);
}
