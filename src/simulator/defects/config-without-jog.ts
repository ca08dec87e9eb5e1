// The configuration is shown by half.
import type { Defect } from './defect.js';

export function configWithoutJog(): Defect {
  return {
    id: 'config-without-jog',
    rule: 'devices.config-read',
    summary: 'The device configuration has the baud rate and no jog durations.',
    service: (service) => ({
      ...service,
      readConfig: (caller, deviceId) => {
        const config = service.readConfig(caller, deviceId);
        return config.ok ? { ok: true, value: { ...config.value, relays: [] } } : config;
      },
    }),
  };
}
