// Who knocks too often waits longer: the third refusal starts the waiting time anew.
import type { Defect } from './defect.js';

const PATIENT_WITH = 2;
const PENALTY = 3000;

export function hammeringPunished(): Defect {
  return {
    id: 'hammering-punished',
    rule: 'refresh.rejection-is-free',
    summary: 'The third refused refresh in a row starts the waiting time anew.',
    ports: (ports) => {
      const refused = new Map<string, number>();
      return {
        ...ports,
        budget: {
          ...ports.budget,
          waitFor: (deviceId) => {
            const wait = ports.budget.waitFor(deviceId);
            if (wait === undefined) return undefined;
            const times = (refused.get(deviceId) ?? 0) + 1;
            refused.set(deviceId, times);
            if (times > PATIENT_WITH) ports.budget.recall(deviceId, PENALTY);
            return wait;
          },
          spend: (deviceId) => {
            refused.delete(deviceId);
            ports.budget.spend(deviceId);
          },
        },
      };
    },
  };
}
