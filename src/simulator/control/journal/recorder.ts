// How the journal watches a simulator: by its edge, and as the log of the transports.
import type { AccessToken, Ticket } from '../../../contract/schemas/access.js';
import type { CommandValue, Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Edge } from '../../edge/edge.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import { createIssued, type Issued } from './issued.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
import { atOnce, type Caller, type ServedService } from '../../service/service.js';
import { announced, createJournalTraffic, refusedUpgrade } from './traffic.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { type EndpointName, endpointOf } from '../../../contract/endpoints.js';
import type { RequestTopic } from '../../../contract/topics.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import { detached } from '../../../kernel/detached.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Answer } from './entry.js';

export interface Recorder {
  /** What is published is recorded inside of all other edges, and what is answered outside of them. */
  readonly edge: Edge;
  readonly traffic: TrafficLog;
  readonly issued: { readonly tokens: Issued; readonly tickets: Issued };
}

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

export function createRecorder(journal: Journal, parts: RecorderParts): Recorder {
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
    edge: {
      ports: ({ events }) => ({
        events: { publish: (event) => publish(event, () => events.publish(event)) },
      }),
      calls: (service) => atOnce(recordService(service, { journal, dialect, secrets, ...issued })),
    },
    traffic,
    issued,
  };
}

// Records what the service was asked and what it answered, in canonical terms. It lies outside of defects and
// faults, so that the answers are the ones that the transports got.

/** In characters: a clientId of a token request is text of the client's, and is cut to this length. */
const LONGEST_NAME = 256;

interface Recording {
  readonly journal: Journal;
  readonly dialect: Dialect;
  readonly tokens: Issued;
  readonly tickets: Issued;
  /** Is told of all that is issued, and of passwords that come. */
  readonly secrets: Secrets;
}

/** What was answered with success, beside that. */
type Told<T> = (value: T) => Omit<Answer, 'code'>;

function recordService(service: ServedService, recording: Recording): ServedService {
  const { journal, tokens, tickets, secrets } = recording;
  const record = <T>(
    { origin, clientId }: Pick<Caller, 'origin' | 'clientId'>,
    request: RequestFacts,
    ask: () => MaybePromise<ServiceResult<T>>,
    told?: Told<T>,
  ): MaybePromise<ServiceResult<T>> => {
    const row = journal.asked({ origin, channel: origin?.channel ?? 'rest', client: clientId, request });
    return andThen(ask(), (outcome) => {
      journal.answered(row, answerOf(outcome, told));
      return outcome;
    });
  };
  return {
    ...service,
    issueToken: (credentials, origin) => {
      const clientId = detached(credentials.clientId, LONGEST_NAME);
      const caller = { clientId, ...(origin && { origin }) };
      const told: Told<AccessToken> = ({ accessToken, expiresIn, scopes }) => {
        secrets.token(accessToken, clientId);
        return { data: { token: tokens.add(accessToken, clientId), expiresIn, scopes: [...scopes] } };
      };
      return record(caller, { what: 'token.create' }, () => service.issueToken(credentials, origin), told);
    },
    issueTicket: (caller) => {
      const told: Told<Ticket> = ({ ticket, expiresIn }) => {
        secrets.ticket(ticket);
        return { data: { ticket: `ticket-${tickets.add(ticket, caller.clientId)}`, expiresIn } };
      };
      return record(
        caller,
        { what: nameOf(caller, 'ticket.create') },
        () => service.issueTicket(caller),
        told,
      );
    },
    openConnection: (ticket, upgrade) =>
      andThen(service.openConnection(ticket, upgrade), (opened) => {
        if (!opened.ok) journal.note(refusedUpgrade(recording.dialect, tickets, upgrade, opened.refusal));
        return opened;
      }),
    ...recordDevices(service, record, secrets),
    operate: (caller, request) => {
      const { deviceId, operation, idempotencyKey } = request;
      const what = nameOf(caller, endpointOf(operation.name), 'device.operation.execute');
      const key = idempotencyKey === undefined ? undefined : { idempotencyKey };
      const facts = { what, deviceId, operation, ...key };
      return record(caller, facts, () => service.operate(caller, request), commandTold);
    },
    readCommand: (caller, commandId) => {
      const facts = { what: nameOf(caller, 'commands.read'), commandId };
      return record(caller, facts, () => service.readCommand(caller, commandId), commandTold);
    },
  };
}

type Recorded = <T>(
  caller: Caller,
  request: RequestFacts,
  ask: () => MaybePromise<ServiceResult<T>>,
) => MaybePromise<ServiceResult<T>>;

function recordDevices(
  service: ServedService,
  record: Recorded,
  secrets: Secrets,
): Pick<
  ServedService,
  'listDevices' | 'readConfig' | 'listProfiles' | 'refresh' | 'addDevice' | 'removeDevice' | 'changePassword'
> {
  return {
    listDevices: (caller, page) =>
      record(caller, { what: nameOf(caller, 'devices.list') }, () => service.listDevices(caller, page)),
    readConfig: (caller, deviceId) =>
      record(caller, { what: nameOf(caller, 'devices.config'), deviceId }, () =>
        service.readConfig(caller, deviceId),
      ),
    listProfiles: (caller) =>
      record(caller, { what: nameOf(caller, 'profiles.list') }, () => service.listProfiles(caller)),
    refresh: (caller, deviceId) =>
      record(caller, { what: nameOf(caller, 'devices.read', 'device.state.get'), deviceId }, () =>
        service.refresh(caller, deviceId),
      ),
    addDevice: (caller, addition) => {
      secrets.keepForAWhile(addition.password, '<password>');
      const facts = { what: nameOf(caller, 'devices.add'), deviceId: addition.deviceId };
      return record(caller, facts, () => service.addDevice(caller, addition));
    },
    removeDevice: (caller, deviceId) =>
      record(caller, { what: nameOf(caller, 'devices.remove'), deviceId }, () =>
        service.removeDevice(caller, deviceId),
      ),
    changePassword: (caller, deviceId, change) => {
      secrets.keepForAWhile(change.newPassword, '<password>');
      return record(caller, { what: nameOf(caller, 'devices.password'), deviceId }, () =>
        service.changePassword(caller, deviceId, change),
      );
    },
  };
}

const commandTold: Told<CommandValue> = ({ commandId, status }) => ({ commandId, commandStatus: status });

/** The endpoint or the topic that was used; a call from inside the simulator is recorded as one over REST. */
function nameOf({ origin }: Caller, endpoint: EndpointName, topic?: RequestTopic): string {
  if (origin?.channel === 'ws') return topic ?? endpoint;
  return origin?.endpoint ?? endpoint;
}

const DONE: Answer = { code: SUCCESS };

function answerOf<T>(outcome: ServiceResult<T>, told: Told<T> | undefined): Answer {
  if (!outcome.ok) return { code: outcome.refusal.code, data: announced(outcome.refusal) };
  return told ? { code: SUCCESS, ...told(outcome.value) } : DONE;
}
