// What the service remembers, in memory: the parts of `ServicePorts`, each operation in one go. Nothing can come in
// between, as all of it happens in one turn; and each part can be decorated by itself.
import type { QuotaClass } from '../../contract/endpoints.js';
import { rateLimited, success, usedUp } from './outcome.js';
import type { ServicePorts } from './ports.js';
import type { ConnectionOpened, ServiceState } from './service-state.js';

export function createMemoryState(ports: ServicePorts): ServiceState {
  const { access, quotas, tickets, ledger } = ports;
  const spend = (clientId: string, quotaClass: QuotaClass): number | undefined => {
    const wait = quotas.waitFor(clientId, quotaClass);
    if (wait === undefined) quotas.take(clientId, quotaClass);
    return wait;
  };
  return {
    beginCommand: beginCommandIn(ports),
    beginRefresh: beginRefreshIn(ports),
    readCommand: (clientId, commandId, mayRead) => {
      const entry = ledger.find(commandId);
      if (!entry || !mayRead(entry.command.deviceId)) return { kind: 'none' };
      const wait = spend(clientId, 'query');
      return wait === undefined ? { kind: 'read', command: entry.command } : { kind: 'limited', wait };
    },
    spend,
    giveBack: (clientId, quotaClass) => quotas.giveBack(clientId, quotaClass),
    issueToken: (credentials) => {
      const wait = quotas.waitFor(credentials.clientId, 'token');
      if (wait !== undefined) return rateLimited(wait, 'Too many access tokens were asked for.');
      const issued = access.issueToken(credentials);
      // Only a known client is counted: names that somebody made up must not fill the books.
      if (issued.ok) quotas.take(credentials.clientId, 'token');
      return issued;
    },
    authenticate: (token) => access.authenticate(token),
    issueTicket: (clientId) => {
      const full = tickets.waitFor(clientId);
      if (full !== undefined) return rateLimited(full, 'This API client has too many unused tickets.');
      const wait = spend(clientId, 'ticket');
      if (wait !== undefined) return usedUp(wait);
      return success(tickets.issue(clientId));
    },
    openConnection: (ticket, isFull) => openConnection(ports, ticket, isFull),
    change: (clientId, _what, make) => {
      const wait = spend(clientId, 'manage');
      return wait === undefined ? { kind: 'changed', value: make() } : { kind: 'limited', wait };
    },
  };
}

function beginCommandIn({ quotas, lane, ledger }: ServicePorts): ServiceState['beginCommand'] {
  return (request, online) => {
    const { clientId, deviceId, origin } = request;
    const known = ledger.lookUp(request);
    if (known.kind !== 'new') return known;
    if (!online()) return { kind: 'offline' };
    const leave = lane.enter(deviceId, origin);
    if (!leave) return { kind: 'busy' };
    const wait = quotas.waitFor(clientId, 'control');
    if (wait !== undefined) {
      leave();
      return { kind: 'limited', wait };
    }
    quotas.take(clientId, 'control');
    const { entry, finish } = ledger.open(request);
    const end = (outcome: Parameters<typeof finish>[0]): void => {
      // The lane must be free before a client can see that the command has ended (busy.released).
      leave();
      finish(outcome);
    };
    const withdraw = (): void => {
      ledger.withdraw(entry.command.commandId);
      quotas.giveBack(clientId, 'control');
      leave();
    };
    return { kind: 'begun', entry, end, withdraw };
  };
}

function beginRefreshIn({ quotas, lane, budget }: ServicePorts): ServiceState['beginRefresh'] {
  return ({ clientId, deviceId, origin }) => {
    // The lane comes before the budget: an overlapping refresh is answered with DEVICE_BUSY.
    const leave = lane.enter(deviceId, origin);
    if (!leave) return { kind: 'busy' };
    // The longer of the two, so that a refresh after the announced delay is accepted (refresh.retry-after-truthful).
    const wait = Math.max(quotas.waitFor(clientId, 'refresh') ?? 0, budget.waitFor(deviceId, origin) ?? 0);
    if (wait > 0) {
      leave();
      return { kind: 'limited', wait };
    }
    quotas.take(clientId, 'refresh');
    budget.spend(deviceId, origin);
    return { kind: 'begun', end: leave };
  };
}

function openConnection(
  { access, quotas, tickets }: ServicePorts,
  ticket: string | undefined,
  isFull: (clientId: string) => boolean,
): ConnectionOpened {
  const holder = ticket === undefined ? undefined : tickets.holder(ticket);
  const wait = holder === undefined ? undefined : quotas.waitFor(holder, 'connect');
  // A rejection consumes nothing: the ticket stays good.
  if (wait !== undefined) return { kind: 'limited', wait };
  if (holder !== undefined && isFull(holder)) return { kind: 'too-many' };
  const clientId = ticket === undefined ? undefined : tickets.redeem(ticket);
  if (clientId === undefined) return { kind: 'invalid' };
  const client = access.stillEnabled(clientId);
  if (client.ok) quotas.take(clientId, 'connect');
  return { kind: 'opened', client };
}
