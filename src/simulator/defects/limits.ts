// Defects of quotas: what is said in a 429 and what it costs; and of the tickets that open connections.
import { breaks, defects } from './defect.js';
import type { Edge, EdgeContext, EdgeOf } from '../edge/edge.js';
import { call, connectionOf, onePort, portCall, replies, outcomes, withoutFields } from '../edge/helpers.js';
import { admission, createLikenesses, createTally } from './parts.js';
import { createQuota, waits, type WrongQuota } from './wrong-ports.js';
import { rateLimited, refuse, type ServiceResult, success } from '../service/outcome.js';
import type { Caller } from '../service/service.js';

/** Ms that each rejection adds to the wait. */
const PENALTY = 1000;

interface Asking {
  readonly clientId: string;
  readonly token: string;
}

const MESSAGES: WrongQuota = { limit: 20, window: 5000, penalty: 0.1 * PENALTY };
const MOST_OPERATIONS = 40;
const LISTINGS: WrongQuota = { limit: 20, window: 30_000, penalty: 0 };
const TICKETS = { limit: 10, window: 5000 };

const THIRTY: WrongQuota = { limit: 30, window: 5000, penalty: 0 };

const FAILED: ServiceResult<never> = refuse('INTERNAL_ERROR', 'The service has failed.');

export const LIMIT_DEFECTS = defects({
  // Limits: in a 429 the header Retry-After and data.retryAfterSeconds have the same meaning.
  'retry-after-disagrees': breaks('limits.shape', {
    summary: 'Retry-After of a 429 is a minute longer than data.retryAfterSeconds.',
    edge: replies((_, { status, headers }) =>
      status === 429
        ? { headers: { ...headers, 'retry-after': String(Number(headers['retry-after'] ?? 0) + 60) } }
        : undefined,
    ),
  }),
  // Limits: a rejection with 429 does not extend the current window.
  'rejections-lengthen-window': breaks('limits.rejection-is-free', {
    summary: 'Each request that is rejected with RATE_LIMITED makes the device wait a second longer.',
    edge: waits((wait, deviceId, budget) => {
      if (wait !== undefined) budget.recall(deviceId, wait + PENALTY);
      return wait;
    }),
  }),
  // Limits: service instances that use the same API client share its quotas, whatever token each of them has.
  'ticket-quota-per-token': breaks('limits.shared-per-client', {
    summary: 'The quota of tickets, which is small, is counted for each access token.',
    edge: withTicketQuota(({ token }) => token, 0),
  }),
  // Limits: a rejection with 429 does not extend the current window, also not that of the ticket endpoint.
  'rejected-tickets-lengthen-window': breaks('limits.rejection-is-free', {
    summary: 'The quota of tickets is small, and each rejected one makes the client wait longer.',
    edge: withTicketQuota(({ clientId }) => clientId, 0.7 * PENALTY),
  }),
  // Limits: a 429 from the ticket endpoint follows the REST rules, so it has the header Retry-After.
  'rejected-tickets-without-delay': breaks('limits.ticket-endpoint', {
    summary: 'The quota of tickets is small, and its 429 has no header Retry-After.',
    edge: ({ clock }) => [
      withTicketQuota(({ clientId }) => clientId, 0)({ clock }),
      replies((_, { status, headers }, { target }) =>
        status === 429 && target.includes('/ws/ticket')
          ? { headers: withoutFields(headers, 'retry-after') as typeof headers }
          : undefined,
      ),
    ],
  }),
  // Limits: a rejection with 429 does not extend the current window, over WebSocket either.
  'rejected-messages-count': breaks('limits.rejection-is-free', {
    summary:
      'The quota of messages over WebSocket is small, and each rejected one makes the client wait longer.',
    edge: withMessageQuota(MESSAGES),
  }),
  // Limits: after a 429 a request is accepted when the announced delay is over.
  'operations-stay-under-way': breaks('limits.rejection-is-free', {
    summary:
      'Forty operations of a connection may be under way at once, and one that has ended counts for as long as the connection is open.',
    edge: () => {
      const begun = createTally();
      const underWay = ({ origin }: Caller): string => connectionOf(origin)?.id ?? '';
      return [
        call('operate', (caller, request, next) => {
          begun.add(underWay(caller));
          return next(caller, request);
        }),
        call('spend', (caller, quotaClass, next) =>
          quotaClass !== 'message' || begun.of(underWay(caller)) < MOST_OPERATIONS
            ? next(caller, quotaClass)
            : rateLimited(0, 'Too many requests of this connection are under way.'),
        ),
      ];
    },
  }),
  // Limits: real-time refresh and device control are limited more strictly than ordinary queries.
  'control-looser-than-queries': breaks('limits.control-stricter', {
    summary: 'The device list may be read twenty times in half a minute; controls have a far larger quota.',
    edge: ({ clock }) => {
      const quota = createQuota(LISTINGS, () => clock.now());
      return call('listDevices', (caller, page, next) => quota(caller.clientId) ?? next(caller, page));
    },
  }),
  // Limits: where a quota is exceeded the answer is 429; 500 is a failure of the server.
  'controls-beyond-quota-fail': breaks('limits.shape', {
    summary: 'A client may do thirty operations in five seconds; the next ones are answered with 500.',
    edge: ({ clock }) => {
      const quota = createQuota(THIRTY, () => clock.now());
      return call('operate', (caller, request, next) =>
        quota(caller.clientId) ? FAILED : next(caller, request),
      );
    },
  }),
  // Limits: where a quota is exceeded the answer is 429; 500 is a failure of the server.
  'queries-beyond-quota-fail': breaks('limits.shape', {
    summary: 'A client may read thirty commands in five seconds; the next ones are answered with 500.',
    edge: ({ clock }) => {
      const quota = createQuota(THIRTY, () => clock.now());
      return call('readCommand', (caller, id, next) => (quota(caller.clientId) ? FAILED : next(caller, id)));
    },
  }),
  // Limits: a rejection with 429 consumes no quota, whichever limit it comes from.
  'rejected-refreshes-use-messages': breaks('limits.rejection-is-free', {
    summary: 'A client may send thirty messages in five seconds, and refreshes that are rejected count.',
    edge: withMessageQuota(THIRTY),
  }),
  // REST endpoints: a valid access token creates a ticket, each time.
  'one-ticket-per-token': breaks('ws.ticket-issued', {
    summary: 'A token gets one ticket; when it asks for a second one it is refused with 401.',
    edge: () => {
      const served = new Set<string | undefined>();
      return outcomes({
        admit: (admitted, endpoint, token) => {
          if (endpoint !== 'ticket.create' || !admitted.ok) return admitted;
          if (served.has(token)) return refuse('AUTH_INVALID', 'The token is not valid.');
          served.add(token);
          return admitted;
        },
      });
    },
  }),
  // REST endpoints: a valid access token creates a ticket, which opens a connection.
  'ticket-worthless': breaks('ws.ticket-issued', {
    summary: 'No connection opens with a ticket that was just issued.',
    edge: portCall('tickets', 'redeem', () => undefined),
  }),
  // Permissions: a request without authentication is answered with 401, one for a ticket too.
  'ticket-without-token': breaks('ws.ticket-needs-token', {
    summary: 'The ticket endpoint does not ask for an access token.',
    edge: admission(({ endpoint }) => endpoint === 'ticket.create'),
  }),
  // Permissions: a ticket is good as a whole, and not for its first characters and its length.
  'ticket-by-its-first-half': breaks('ws.ticket-required', {
    summary: 'A connection opens with a ticket that is like an issued one in its length and its first half.',
    edge: onePort('tickets', (tickets) => {
      const issued = createLikenesses();
      return {
        issue: (clientId) => {
          const made = tickets.issue(clientId);
          issued.keep(made.ticket);
          return made;
        },
        redeem: (ticket) => tickets.redeem(issued.find(ticket)),
      };
    }),
  }),
  // Permissions: a WebSocket connection needs a valid ticket.
  'ticket-not-checked': breaks('ws.ticket-required', {
    summary: 'A connection opens without a ticket, or with a made-up one.',
    edge: () => {
      let last: Caller | undefined;
      return [
        call('issueTicket', (caller, next) => {
          last = caller;
          return next(caller);
        }),
        outcomes({
          // A ticket that was issued still opens one connection only.
          openConnection: (opened, ticket) =>
            opened.ok || !last || ticket?.startsWith('wst-') ? opened : success(last),
        }),
      ];
    },
  }),
  // Errors: 500 is a failure of the server, and an upgrade without a valid ticket is none.
  'ticket-unknown-fails': breaks('envelope.bad-input-is-no-500', {
    summary: 'An upgrade without a ticket, or with an unknown one, is answered with 500.',
    edge: outcomes({
      openConnection: (opened) =>
        opened.ok ? opened : refuse('INTERNAL_ERROR', 'The ticket could not be read.'),
    }),
  }),
  // Other rules: a ticket is used up by one connection.
  'ticket-reusable': breaks('ws.ticket-once', {
    summary: 'A ticket that has been used opens another connection.',
    edge: onePort('tickets', (tickets) => {
      const used = new Map<string, string>();
      return {
        redeem: (ticket) => {
          const clientId = tickets.redeem(ticket) ?? used.get(ticket);
          if (clientId !== undefined) used.set(ticket, clientId);
          return clientId;
        },
      };
    }),
  }),
  // REST endpoints: a valid access token creates a ticket, each time.
  'second-ticket-denied': breaks('ws.ticket-issued', {
    summary: 'A client with device:read alone gets no second ticket within five seconds.',
    edge: ({ clock }) => {
      const last = new Map<string, number>();
      return call('issueTicket', (caller, next) => {
        const again = clock.now() - (last.get(caller.clientId) ?? -Infinity) < 5000;
        const issued = next(caller);
        if (!caller.scopes.every((scope) => scope === 'device:read')) return issued;
        last.set(caller.clientId, clock.now());
        return again ? refuse('INVALID_REQUEST', 'There is a ticket already.') : issued;
      });
    },
  }),
});

/** @param quota of the messages of one client. */
function withMessageQuota(quota: WrongQuota): EdgeOf {
  return ({ clock }) => {
    const count = createQuota(quota, () => clock.now());
    return call('spend', (caller, quotaClass, next) =>
      quotaClass === 'message'
        ? (count(caller.clientId) ?? next(caller, quotaClass))
        : next(caller, quotaClass),
    );
  };
}

/**
 * Ten tickets in five seconds.
 * @param counted what they are counted for. @param penalty by which each rejection lengthens the window, in ms.
 */
function withTicketQuota(
  counted: (asking: Asking) => string,
  penalty: number,
): (life: Pick<EdgeContext, 'clock'>) => Edge {
  return ({ clock }) => {
    const quota = createQuota({ ...TICKETS, penalty }, () => clock.now());
    let token = '';
    return {
      calls: (service) => ({
        admit: (endpoint, given) => {
          token = given ?? '';
          return service.admit(endpoint, given);
        },
        issueTicket: (caller) =>
          quota(counted({ clientId: caller.clientId, token })) ?? service.issueTicket(caller),
      }),
    };
  };
}
