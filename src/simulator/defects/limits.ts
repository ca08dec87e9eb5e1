// Defects of what is said in a 429, and of what it costs.
import type { Decoration } from '../decoration.js';
import { editReplies } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withPorts } from './wrap/ports.js';
import { createQuota, type WrongQuota } from './wrap/quota.js';
import { withService } from './wrap/service.js';

/** Ms that each rejection adds to the wait. */
const PENALTY = 1000;

export const LIMIT_DEFECTS: readonly Defect[] = [
  // Limits: in a 429 the header Retry-After and data.retryAfterSeconds have the same meaning.
  {
    id: 'retry-after-disagrees',
    rule: 'limits.shape',
    summary: 'Retry-After of a 429 is a minute longer than data.retryAfterSeconds.',
    decorate: () =>
      editReplies((_, { status, headers }) =>
        status === 429
          ? { headers: { ...headers, 'retry-after': String(Number(headers['retry-after'] ?? 0) + 60) } }
          : undefined,
      ),
  },
  // Limits: a rejection with 429 does not extend the current window.
  {
    id: 'rejections-lengthen-window',
    rule: 'limits.rejection-is-free',
    summary: 'Each request that is rejected with RATE_LIMITED makes the device wait a second longer.',
    decorate: () =>
      withPorts(({ budget }) => ({
        budget: {
          waitFor: (deviceId, origin) => {
            const wait = budget.waitFor(deviceId, origin);
            if (wait !== undefined) budget.recall(deviceId, wait + PENALTY);
            return wait;
          },
        },
      })),
  },
  // Limits: service instances that use the same API client share its quotas, whatever token each of them has.
  {
    id: 'ticket-quota-per-token',
    rule: 'limits.shared-per-client',
    summary: 'The quota of tickets, which is small, is counted for each access token.',
    decorate: () => withTicketQuota(({ token }) => token, 0),
  },
  // Limits: a rejection with 429 does not extend the current window, also not that of the ticket endpoint.
  {
    id: 'rejected-tickets-lengthen-window',
    rule: 'limits.rejection-is-free',
    summary: 'The quota of tickets is small, and each rejected one makes the client wait longer.',
    decorate: () => withTicketQuota(({ clientId }) => clientId, 0.7 * PENALTY),
  },
  // Limits: a 429 from the ticket endpoint follows the REST rules, so it has the header Retry-After.
  {
    id: 'rejected-tickets-without-delay',
    rule: 'limits.ticket-endpoint',
    summary: 'The quota of tickets is small, and its 429 has no header Retry-After.',
    decorate: () => ({
      ...withTicketQuota(({ clientId }) => clientId, 0),
      ...editReplies((_, { status, headers }, { target }) => {
        if (status !== 429 || !target.includes('/ws/ticket')) return undefined;
        const { 'retry-after': __, ...others } = headers;
        return { headers: others };
      }),
    }),
  },
  // Limits: a rejection with 429 does not extend the current window, over WebSocket either.
  {
    id: 'rejected-messages-count',
    rule: 'limits.rejection-is-free',
    summary:
      'The quota of messages over WebSocket is small, and each rejected one makes the client wait longer.',
    decorate: () =>
      withService((service, { clock }) => {
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
      }),
  },
  // Limits: after a 429 a request is accepted when the announced delay is over.
  {
    id: 'operations-stay-under-way',
    rule: 'limits.rejection-is-free',
    summary:
      'Forty operations of a connection may be under way at once, and one that has ended counts for as long as the connection is open.',
    decorate: () =>
      withService((service) => {
        const begun = new WeakMap<object, number>();
        return {
          operate: (caller, request) => {
            const { origin } = caller;
            if (origin?.channel === 'ws')
              begun.set(origin.connection, (begun.get(origin.connection) ?? 0) + 1);
            return service.operate(caller, request);
          },
          spend: (caller, quotaClass) => {
            const { origin } = caller;
            const count = origin?.channel === 'ws' ? (begun.get(origin.connection) ?? 0) : 0;
            if (quotaClass !== 'message' || count < MOST_OPERATIONS) return service.spend(caller, quotaClass);
            const message = 'Too many requests of this connection are under way.';
            return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds: 1 } };
          },
        };
      }),
  },
  // Limits: real-time refresh and device control are limited more strictly than ordinary queries.
  {
    id: 'control-looser-than-queries',
    rule: 'limits.control-stricter',
    summary: 'The device list may be read twenty times in half a minute; controls have a far larger quota.',
    decorate: () =>
      withService((service, { clock }) => {
        const admission = createQuota(LISTINGS, () => clock.now());
        return {
          listDevices: (caller, page) => {
            const retryAfterSeconds = admission.take(caller.clientId);
            if (retryAfterSeconds === undefined) return service.listDevices(caller, page);
            const message = 'The quota of device lists is used up.';
            return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds } };
          },
        };
      }),
  },
];

interface Asking {
  readonly clientId: string;
  readonly token: string;
}

const MESSAGES: WrongQuota = { limit: 20, window: 5000, penalty: 0.1 * PENALTY };
const MOST_OPERATIONS = 40;
const LISTINGS: WrongQuota = { limit: 20, window: 30_000, penalty: 0 };
const TICKETS = { limit: 10, window: 5000 };

/**
 * Ten tickets in five seconds.
 * @param counted what they are counted for. @param penalty by which each rejection lengthens the window, in ms.
 */
function withTicketQuota(counted: (asking: Asking) => string, penalty: number): Pick<Decoration, 'service'> {
  return withService((service, { clock }) => {
    const quota = createQuota({ ...TICKETS, penalty }, () => clock.now());
    let last = '';
    return {
      admit: (endpoint, token) => {
        last = token ?? '';
        return service.admit(endpoint, token);
      },
      issueTicket: (caller) => {
        const retryAfterSeconds = quota.take(counted({ clientId: caller.clientId, token: last }));
        if (retryAfterSeconds === undefined) return service.issueTicket(caller);
        const message = 'The quota of tickets is used up.';
        return { ok: false, refusal: { code: 'RATE_LIMITED', message, retryAfterSeconds } };
      },
    };
  });
}
