// How the journal watches a simulator: by its edge, and as the log of the transports.
import type { AccessToken, Ticket } from '../../../contract/schemas/access.js';
import type { CommandValue, Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Edge } from '../../edge/edge.js';
import { createIssued } from './issued.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
import type { Caller, Service } from '../../service/service.js';
import { announced, createJournalTraffic, refusedUpgrade, type TrafficParts } from './traffic.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { type EndpointName, endpointOf } from '../../../contract/endpoints.js';
import type { RequestTopic } from '../../../contract/topics.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { detached } from '../../../kernel/compact.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Answer } from './entry.js';

export interface RecorderParts {
  readonly dialect: Dialect;
  readonly clock: Pick<Clock, 'now'>;
  /** For the digests of bodies. */
  readonly salt: number;
  /** Is told of all that is issued, and of passwords that come. */
  readonly secrets: Secrets;
  /** Whether other instances issue tokens and tickets, too. */
  readonly isShared?: () => boolean;
}

export type Recorder = ReturnType<typeof createRecorder>;

export function createRecorder(journal: Journal, parts: RecorderParts) {
  const { dialect, clock, salt, secrets, isShared } = parts;
  const issued = { tokens: createIssued(isShared), tickets: createIssued(isShared) };
  const { publish, ...traffic } = createJournalTraffic({
    journal,
    dialect,
    now: () => clock.now(),
    salt,
    ...issued,
  });
  return {
    /** What is published is recorded inside of all other edges, and what is answered outside of them. */
    edge: {
      ports: ({ events }) => ({
        events: { publish: (event) => publish(event, () => events.publish(event)) },
      }),
      calls: (service) => recordedService(service, { journal, dialect, secrets, ...issued }),
    } satisfies Edge,
    traffic,
    issued,
  };
}

// Records what the service was asked and what it answered, in canonical terms. It lies outside of defects and
// faults, so that the answers are the ones that the transports got.

/** In characters: a clientId of a token request is text of the client's, and is cut to this length. */
const LONGEST_NAME = 256;

type Recording = Pick<TrafficParts, 'journal' | 'dialect' | 'tokens' | 'tickets'> &
  Pick<RecorderParts, 'secrets'>;

/** What was answered with success, beside that. */
type Told = (value: never, caller: Asker) => Omit<Answer, 'code'>;
type Asker = Pick<Caller, 'origin' | 'clientId'>;

type Asked<M> = M extends (...asked: infer A) => unknown ? A : never;

/** In what words the journal names what a method was asked for. */
const FACTS = {
  issueTicket: (caller) => ({ what: nameOf(caller, 'ticket.create') }),
  listDevices: (caller) => ({ what: nameOf(caller, 'devices.list') }),
  listProfiles: (caller) => ({ what: nameOf(caller, 'profiles.list') }),
  refresh: (caller, deviceId) => ({ what: nameOf(caller, 'devices.read', 'device.state.get'), deviceId }),
  readConfig: (caller, deviceId) => ({ what: nameOf(caller, 'devices.config'), deviceId }),
  addDevice: (caller, { deviceId }) => ({ what: nameOf(caller, 'devices.add'), deviceId }),
  removeDevice: (caller, deviceId) => ({ what: nameOf(caller, 'devices.remove'), deviceId }),
  changePassword: (caller, deviceId) => ({ what: nameOf(caller, 'devices.password'), deviceId }),
  readCommand: (caller, commandId) => ({ what: nameOf(caller, 'commands.read'), commandId }),
  operate: (caller, { deviceId, operation, idempotencyKey }) => ({
    what: nameOf(caller, endpointOf(operation.name), 'device.operation.execute'),
    deviceId,
    operation,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }),
} satisfies { readonly [M in keyof Service]?: (...asked: Asked<Service[M]>) => RequestFacts };

type Method = (caller: Caller, ...asked: unknown[]) => MaybePromise<ServiceResult<unknown>>;

function recordedService(service: Service, recording: Recording): Partial<Service> {
  const { journal, dialect, tokens, tickets, secrets } = recording;
  const record = <T>(
    caller: Asker,
    request: RequestFacts,
    ask: () => MaybePromise<ServiceResult<T>>,
    told?: Told,
  ): MaybePromise<ServiceResult<T>> => {
    const { origin, clientId } = caller;
    const row = journal.asked({ origin, channel: origin?.channel ?? 'rest', client: clientId, request });
    return andThen(ask(), (outcome) => {
      journal.answered(row, answerOf(outcome, caller, told));
      return outcome;
    });
  };
  const told: Readonly<Record<string, Told>> = {
    operate: commandTold,
    readCommand: commandTold,
    issueTicket: ({ ticket, expiresIn }: Ticket, { clientId }) => {
      secrets.ticket(ticket);
      return { data: { ticket: `ticket-${tickets.add(ticket, clientId)}`, expiresIn } };
    },
  };
  const recorded = Object.entries(FACTS).map(([method, facts]) => {
    const factsOf = facts as (...asked: unknown[]) => RequestFacts;
    const inner = service[method as keyof typeof FACTS] as unknown as Method;
    // As many as were given: whoever stands inside adds what comes next after them.
    const asking: Method = (caller, ...asked) =>
      record(caller, factsOf(caller, ...asked), () => inner(caller, ...asked), told[method]);
    return [method, asking] as const;
  });
  const { addDevice, changePassword, ...others } = Object.fromEntries(recorded) as Pick<
    Service,
    keyof typeof FACTS
  >;
  return {
    ...others,
    addDevice: (caller, addition) => {
      secrets.keepForAWhile(addition.password, '<password>');
      return addDevice(caller, addition);
    },
    changePassword: (caller, deviceId, change) => {
      secrets.keepForAWhile(change.newPassword, '<password>');
      return changePassword(caller, deviceId, change);
    },
    issueToken: (credentials, origin) => {
      const clientId = detached(credentials.clientId, LONGEST_NAME);
      const tell: Told = ({ accessToken, expiresIn, scopes }: AccessToken) => {
        secrets.token(accessToken, clientId);
        return { data: { token: tokens.add(accessToken, clientId), expiresIn, scopes: [...scopes] } };
      };
      const caller = { clientId, ...(origin && { origin }) };
      const ask = () => service.issueToken(credentials, origin);
      return record(caller, { what: 'token.create' }, ask, tell) as ReturnType<typeof ask>;
    },
    openConnection: (ticket, upgrade) =>
      andThen(service.openConnection(ticket, upgrade), (opened) => {
        if (!opened.ok) journal.note(refusedUpgrade(dialect, tickets, upgrade, opened.refusal));
        return opened;
      }) as ReturnType<Service['openConnection']>,
  };
}

const commandTold = ({ commandId, status }: CommandValue): Omit<Answer, 'code'> => ({
  commandId,
  commandStatus: status,
});

/** The endpoint or the topic that was used; a call from inside the simulator is recorded as one over REST. */
function nameOf({ origin }: Caller, endpoint: EndpointName, topic?: RequestTopic): string {
  if (origin?.channel === 'ws') return topic ?? endpoint;
  return origin?.endpoint ?? endpoint;
}

const DONE: Answer = { code: SUCCESS };

function answerOf(outcome: ServiceResult<unknown>, caller: Asker, told: Told | undefined): Answer {
  if (!outcome.ok) return { code: outcome.refusal.code, data: announced(outcome.refusal) };
  return told ? { code: SUCCESS, ...told(outcome.value as never, caller) } : DONE;
}
