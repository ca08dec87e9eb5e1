// Defects of the tickets that open WebSocket connections.
import type { Caller } from '../service/service.js';
import type { Defect } from './defect.js';
import { withPorts } from './wrap/ports.js';
import { withAdmission, withService } from './wrap/service.js';

export const TICKET_DEFECTS: readonly Defect[] = [
  // REST endpoints: a valid access token creates a ticket, each time.
  {
    id: 'one-ticket-per-token',
    rule: 'ws.ticket-issued',
    summary: 'A token gets one ticket; when it asks for a second one it is refused with 401.',
    decorate: () =>
      withService((service) => {
        const served = new Set<string | undefined>();
        return {
          admit: (endpoint, token) => {
            const admitted = service.admit(endpoint, token);
            if (endpoint !== 'ticket.create' || !admitted.ok) return admitted;
            if (served.has(token))
              return { ok: false, refusal: { code: 'AUTH_INVALID', message: 'The token is not valid.' } };
            served.add(token);
            return admitted;
          },
        };
      }),
  },
  // REST endpoints: a valid access token creates a ticket, which opens a connection.
  {
    id: 'ticket-worthless',
    rule: 'ws.ticket-issued',
    summary: 'No connection opens with a ticket that was just issued.',
    decorate: () => withPorts(() => ({ tickets: { redeem: () => undefined } })),
  },
  // Permissions: a request without authentication is answered with 401, one for a ticket too.
  {
    id: 'ticket-without-token',
    rule: 'ws.ticket-needs-token',
    summary: 'The ticket endpoint does not ask for an access token.',
    decorate: () => withAdmission(({ endpoint }) => endpoint === 'ticket.create'),
  },
  // Permissions: a WebSocket connection needs a valid ticket.
  {
    id: 'ticket-not-checked',
    rule: 'ws.ticket-required',
    summary: 'A connection opens without a ticket, or with a made-up one.',
    decorate: () =>
      withService((service) => {
        let last: Caller | undefined;
        return {
          issueTicket: (caller) => {
            last = caller;
            return service.issueTicket(caller);
          },
          openConnection: (ticket, upgrade) => {
            const opened = service.openConnection(ticket, upgrade);
            // A ticket that was issued still opens one connection only.
            if (opened.ok || !last || ticket?.startsWith('wst-')) return opened;
            return { ok: true, value: last };
          },
        };
      }),
  },
  // Errors: 500 is a failure of the server, and an upgrade without a valid ticket is none.
  {
    id: 'ticket-unknown-fails',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'An upgrade without a ticket, or with an unknown one, is answered with 500.',
    decorate: () =>
      withService((service) => ({
        openConnection: (ticket, upgrade) => {
          const opened = service.openConnection(ticket, upgrade);
          return opened.ok
            ? opened
            : { ok: false, refusal: { code: 'INTERNAL_ERROR', message: 'The ticket could not be read.' } };
        },
      })),
  },
  // Other rules: a ticket is used up by one connection.
  {
    id: 'ticket-reusable',
    rule: 'ws.ticket-once',
    summary: 'A ticket that has been used opens another connection.',
    decorate: () =>
      withPorts(({ tickets }) => {
        const used = new Map<string, string>();
        return {
          tickets: {
            redeem: (ticket) => {
              const clientId = tickets.redeem(ticket) ?? used.get(ticket);
              if (clientId !== undefined) used.set(ticket, clientId);
              return clientId;
            },
          },
        };
      }),
  },
  // REST endpoints: a valid access token creates a ticket, each time.
  {
    id: 'second-ticket-denied',
    rule: 'ws.ticket-issued',
    summary: 'A client with device:read alone gets no second ticket within five seconds.',
    decorate: () =>
      withService((service, { clock }) => {
        const last = new Map<string, number>();
        return {
          issueTicket: (caller) => {
            const again = clock.now() - (last.get(caller.clientId) ?? -Infinity) < 5000;
            const issued = service.issueTicket(caller);
            if (!caller.scopes.every((scope) => scope === 'device:read')) return issued;
            last.set(caller.clientId, clock.now());
            return again
              ? { ok: false, refusal: { code: 'INVALID_REQUEST', message: 'There is a ticket already.' } }
              : issued;
          },
        };
      }),
  },
];
