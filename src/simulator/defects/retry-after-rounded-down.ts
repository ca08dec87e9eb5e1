// The delay is rounded to whole seconds, downwards: who keeps to it comes up to a second too early.
import type { Defect } from './defect.js';

export function retryAfterRoundedDown(): Defect {
  return {
    id: 'retry-after-rounded-down',
    rule: 'refresh.retry-after-truthful',
    summary: 'The announced delay of a refused refresh is rounded down to whole seconds.',
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const outcome = await service.refresh(caller, deviceId);
        if (outcome.ok || outcome.refusal.retryAfterSeconds === undefined) return outcome;
        const retryAfterSeconds = Math.max(0, outcome.refusal.retryAfterSeconds - 1);
        return { ok: false, refusal: { ...outcome.refusal, retryAfterSeconds } };
      },
    }),
  };
}
