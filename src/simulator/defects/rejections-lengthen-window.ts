// Each rejection makes the window a second longer.
import type { Defect } from './defect.js';

const PENALTY = 1000;

export function rejectionsLengthenWindow(): Defect {
  return {
    id: 'rejections-lengthen-window',
    rule: 'limits.rejection-is-free',
    summary: 'Each request that is rejected with RATE_LIMITED makes the device wait a second longer.',
    ports: (ports) => ({
      ...ports,
      budget: {
        ...ports.budget,
        waitFor: (deviceId) => {
          const wait = ports.budget.waitFor(deviceId);
          if (wait !== undefined) ports.budget.recall(deviceId, wait + PENALTY);
          return wait;
        },
      },
    }),
  };
}
