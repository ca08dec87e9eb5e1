// Defects of what is answered, and what is counted, where a quota is used up.
import type { Decoration } from '../decoration.js';
import type { ServiceResult } from '../service/outcome.js';
import type { Defect } from './defect.js';
import { createQuota, type WrongQuota } from './wrap/quota.js';
import { withService } from './wrap/service.js';

const CONTROLS: WrongQuota = { limit: 30, window: 5000, penalty: 0 };
const COMMANDS_READ: WrongQuota = { limit: 30, window: 5000, penalty: 0 };
const MESSAGES: WrongQuota = { limit: 30, window: 5000, penalty: 0 };

export const QUOTA_ANSWER_DEFECTS: readonly Defect[] = [
  // Limits: where a quota is exceeded the answer is 429; 500 is a failure of the server.
  {
    id: 'controls-beyond-quota-fail',
    rule: 'limits.shape',
    summary: 'A client may do thirty operations in five seconds; the next ones are answered with 500.',
    decorate: () =>
      withService((service, { clock }) => {
        const quota = createQuota(CONTROLS, () => clock.now());
        return {
          operate: (caller, request) =>
            quota.take(caller.clientId) === undefined ? service.operate(caller, request) : FAILED,
        };
      }),
  },
  // Limits: where a quota is exceeded the answer is 429; 500 is a failure of the server.
  {
    id: 'queries-beyond-quota-fail',
    rule: 'limits.shape',
    summary: 'A client may read thirty commands in five seconds; the next ones are answered with 500.',
    decorate: () =>
      withService((service, { clock }) => {
        const quota = createQuota(COMMANDS_READ, () => clock.now());
        return {
          readCommand: (caller, commandId) =>
            quota.take(caller.clientId) === undefined ? service.readCommand(caller, commandId) : FAILED,
        };
      }),
  },
  // Limits: a rejection with 429 consumes no quota, whichever limit it comes from.
  {
    id: 'rejected-refreshes-use-messages',
    rule: 'limits.rejection-is-free',
    summary: 'A client may send thirty messages in five seconds, and refreshes that are rejected count.',
    decorate: withMessageQuota,
  },
];

function withMessageQuota(): Pick<Decoration, 'service'> {
  return withService((service, { clock }) => {
    const quota = createQuota(MESSAGES, () => clock.now());
    return {
      spend: (caller, quotaClass) => {
        if (quotaClass !== 'message') return service.spend(caller, quotaClass);
        const retryAfterSeconds = quota.take(caller.clientId);
        if (retryAfterSeconds === undefined) return service.spend(caller, quotaClass);
        const message = 'The quota of messages is used up.';
        return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds } };
      },
    };
  });
}

const FAILED: ServiceResult<never> = {
  ok: false,
  refusal: { code: 'INTERNAL_ERROR', message: 'The service has failed.' },
};
