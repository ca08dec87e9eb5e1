// The return of the power is told only where it was gone for long.
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

const SHORT = 60_000;

export function shortPowerCutUntold(): Defect {
  const lostAt = new Map<string, number>();
  return {
    id: 'short-power-cut-untold',
    rule: 'events.power-restored',
    summary: 'Power that returns within a minute is reported as lost, but not as restored.',
    ...withPublishing((event) => {
      const { topic, deviceId, occurredAt } = event;
      if (topic === 'device.power.lost') lostAt.set(deviceId, occurredAt);
      const darkness = occurredAt - (lostAt.get(deviceId) ?? -SHORT);
      return topic === 'device.power.restored' && darkness < SHORT ? [] : [event];
    }),
  };
}
