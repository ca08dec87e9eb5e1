// Records what the service was asked and what it answered, in canonical terms. It lies outside of defects and
// faults, so that the answers are the ones that the transports got.
import { SUCCESS } from '../../../contract/error-codes.js';
import { type EndpointName, endpointOf } from '../../../contract/endpoints.js';
import type { Scope } from '../../../contract/scopes.js';
import type { RequestTopic } from '../../../contract/topics.js';
import type { CommandValue } from '../../../dialect/dialect.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';
import { type Exchange, type Exchanges, given, type ReplyFacts } from './exchanges.js';
import type { Journal } from './journal.js';

/** A client's own words may be long; nothing longer than this is kept. */
const LONGEST_NAME = 256;

type What = EndpointName | RequestTopic;
type Facts = Omit<RequestFacts, 'what'>;

export function recordService(service: Service, exchanges: Exchanges, journal: Journal): Service {
  const { count, now, later } = createRecording(exchanges);
  return {
    ...recordAdmission(service, exchanges),
    listDevices: (caller, page) => now(caller, 'devices.list', {}, (c) => service.listDevices(c, page)),
    readConfig: (caller, deviceId) =>
      now(caller, 'devices.config', { deviceId }, (c) => service.readConfig(c, deviceId)),
    listProfiles: (caller) => now(caller, 'profiles.list', {}, service.listProfiles),
    readCommand: (caller, commandId) =>
      now(caller, 'commands.read', { commandId }, (c) => service.readCommand(c, commandId), commandFacts),
    addDevice: (caller, addition) =>
      now(caller, 'devices.add', { deviceId: addition.deviceId }, (c) => service.addDevice(c, addition)),
    removeDevice: (caller, deviceId) =>
      now(caller, 'devices.remove', { deviceId }, (c) => service.removeDevice(c, deviceId)),
    changePassword: (caller, deviceId, change) =>
      now(caller, 'devices.password', { deviceId }, (c) => service.changePassword(c, deviceId, change)),
    issueTicket: (caller) => now(caller, 'ticket.create', {}, service.issueTicket),
    refresh: (caller, deviceId) =>
      later(caller, ['devices.read', 'device.state.get'], { deviceId }, (c) => service.refresh(c, deviceId)),
    operate: (caller, request) => {
      const { deviceId, operation, idempotencyKey } = request;
      const facts = { deviceId, operation, ...given({ idempotencyKey }) };
      const names = [endpointOf(operation.name), 'device.operation.execute'] as const;
      return later(caller, names, facts, (c) => service.operate(c, request), commandFacts);
    },
    spend: (caller, quotaClass) => count(caller, quotaClass, (c) => service.spend(c, quotaClass)),
    giveBack: (caller, quotaClass) => service.giveBack(exchanges.unmarked(caller), quotaClass),
    openConnection: (ticket) => {
      const opened = service.openConnection(ticket);
      if (!opened.ok) {
        const detail = opened.refusal.code;
        journal.note({ kind: 'connection', connection: 'none', state: 'refused', by: 'target', detail });
      }
      return opened;
    },
    subscribe: service.subscribe,
  };
}

/** Who is let in; the caller that they get is marked with its exchange. */
function recordAdmission(
  service: Service,
  exchanges: Exchanges,
): Pick<Service, 'issueToken' | 'admit' | 'admitMessage'> {
  const { asked, answered, refused } = exchanges;
  return {
    issueToken: (credentials) => {
      const exchange = exchanges.current() ?? { channel: 'rest' };
      exchange.client = credentials.clientId.slice(0, LONGEST_NAME);
      asked(exchange, { what: 'token.create' });
      const outcome = service.issueToken(credentials);
      answered(exchange, codeOf(outcome));
      return outcome;
    },
    admit: (endpoint, accessToken) => {
      const exchange = exchanges.current() ?? { channel: 'rest' };
      exchange.endpoint = endpoint;
      const admitted = service.admit(endpoint, accessToken);
      if (admitted.ok) return { ok: true, value: exchanges.mark(admitted.value, exchange) };
      refused(exchange, { what: endpoint }, admitted.refusal.code);
      return admitted;
    },
    admitMessage: (clientId, scope) => {
      const exchange = exchanges.current() ?? { channel: 'ws' };
      exchange.client = clientId;
      const admitted = service.admitMessage(clientId, scope);
      // Before a message has been counted nobody knows yet what it asks for.
      if (admitted.ok && !exchange.counted && exchange === exchanges.current()) return admitted;
      if (!admitted.ok) {
        refused(exchange, { what: exchange.counted ? topicFor(scope) : 'raw' }, admitted.refusal.code);
        return admitted;
      }
      if (scope === undefined) {
        asked(exchange, { what: topicFor(scope) });
        answered(exchange, { code: SUCCESS });
      }
      return { ok: true, value: exchanges.mark(admitted.value, exchange) };
    },
  };
}

/** Each topic needs another permission. */
function topicFor(scope: Scope | undefined): RequestTopic {
  if (scope === undefined) return 'session.ping';
  return scope === 'device:read' ? 'device.state.get' : 'device.operation.execute';
}

type Names = What | readonly [rest: EndpointName, ws: RequestTopic];

interface Recording {
  now<T>(
    caller: Caller,
    names: Names,
    facts: Facts,
    call: (caller: Caller) => ServiceResult<T>,
    more?: (value: T) => ReplyFacts,
  ): ServiceResult<T>;
  later<T>(
    caller: Caller,
    names: Names,
    facts: Facts,
    call: (caller: Caller) => Promise<ServiceResult<T>>,
    more?: (value: T) => ReplyFacts,
  ): Promise<ServiceResult<T>>;
  /** A count; only a message that is refused by it is a record of its own. */
  count(
    caller: Caller,
    quotaClass: string,
    call: (caller: Caller) => ServiceResult<undefined>,
  ): ServiceResult<undefined>;
}

function createRecording({ of, unmarked, current, asked, answered, refused }: Exchanges): Recording {
  const begin = (caller: Caller, names: Names, facts: Facts): Exchange => {
    // Unmarked callers come from inside: a program that uses the library, or a fault's foreign traffic.
    const exchange = of(caller) ?? { channel: 'rest' };
    exchange.client = caller.clientId;
    asked(exchange, { what: nameOf(exchange, names), ...facts });
    return exchange;
  };
  const end = <T>(
    exchange: Exchange,
    outcome: ServiceResult<T>,
    more?: (value: T) => ReplyFacts,
  ): ServiceResult<T> => {
    answered(exchange, { ...codeOf(outcome), ...(outcome.ok ? more?.(outcome.value) : undefined) });
    return outcome;
  };
  return {
    now: (caller, names, facts, call, more) => {
      const exchange = begin(caller, names, facts);
      return end(exchange, call(unmarked(caller)), more);
    },
    later: async (caller, names, facts, call, more) => {
      const exchange = begin(caller, names, facts);
      return end(exchange, await call(unmarked(caller)), more);
    },
    count: (caller, quotaClass, call) => {
      const outcome = call(unmarked(caller));
      const exchange = quotaClass === 'message' ? current() : undefined;
      if (exchange) {
        exchange.counted = true;
        exchange.client = caller.clientId;
        if (!outcome.ok) refused(exchange, { what: 'raw' }, outcome.refusal.code);
      }
      return outcome;
    },
  };
}

function nameOf({ channel, endpoint }: Exchange, names: Names): What {
  if (endpoint !== undefined) return endpoint;
  if (typeof names === 'string') return names;
  return channel === 'rest' ? names[0] : names[1];
}

function codeOf(outcome: ServiceResult<unknown>): { readonly code: string } {
  return { code: outcome.ok ? SUCCESS : outcome.refusal.code };
}

function commandFacts({ commandId, status }: CommandValue): ReplyFacts {
  return { commandId, commandStatus: status };
}
