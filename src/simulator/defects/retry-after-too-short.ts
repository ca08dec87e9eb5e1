// The announced delay is shorter than the real one.
import type { Defect } from './defect.js';

export function retryAfterTooShort(): Defect {
  return {
    id: 'retry-after-too-short',
    rule: 'refresh.retry-after-truthful',
    summary: 'A refused refresh announces a delay of one second, whatever the real one is.',
    service: (service) => ({
      ...service,
      refresh: async (caller, deviceId) => {
        const outcome = await service.refresh(caller, deviceId);
        if (outcome.ok || outcome.refusal.retryAfterSeconds === undefined) return outcome;
        return { ok: false, refusal: { ...outcome.refusal, retryAfterSeconds: 1 } };
      },
    }),
  };
}
