// How the journal watches a simulator: by its edge, and as the log of the transports.
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
import { andThen } from '../../../kernel/maybe-promise.js';
import { detached } from '../../../kernel/detached.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { ExchangeRow } from '../../service/origin.js';
import type { Refusal, ServiceResult } from '../../service/outcome.js';
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

type Asked = (caller: Caller, request: RequestFacts) => ExchangeRow;
type Answered = <T>(row: ExchangeRow, outcome: ServiceResult<T>) => ServiceResult<T>;

interface Recording {
  readonly journal: Journal;
  readonly dialect: Dialect;
  readonly tokens: Issued;
  readonly tickets: Issued;
  /** Is told of all that is issued, and of passwords that come. */
  readonly secrets: Secrets;
}

function recordService(service: ServedService, recording: Recording): ServedService {
  const { journal, secrets } = recording;
  const asked: Asked = ({ origin, clientId }, request) =>
    journal.asked({ origin, channel: origin?.channel ?? 'rest', client: clientId, request });
  const answered: Answered = (row, outcome) => {
    journal.answered(row, outcome.ok ? DONE : refusedWith(outcome.refusal));
    return outcome;
  };
  return {
    ...service,
    ...recordEntry(service, recording, asked, answered),
    ...recordReading(service, asked, answered),
    ...recordManagement(service, secrets, asked, answered),
    ...recordCommands(service, journal, asked, answered),
  };
}

function recordEntry(
  service: ServedService,
  { journal, dialect, tokens, tickets, secrets }: Recording,
  asked: Asked,
  answered: Answered,
): Pick<ServedService, 'issueToken' | 'issueTicket' | 'openConnection'> {
  return {
    issueToken: (credentials, origin) => {
      const client = detached(credentials.clientId, LONGEST_NAME);
      const row = journal.asked({ origin, channel: 'rest', client, request: { what: 'token.create' } });
      return andThen(service.issueToken(credentials, origin), (issued) => {
        if (!issued.ok) return answered(row, issued);
        const { accessToken, expiresIn, scopes } = issued.value;
        secrets.token(accessToken, client);
        const token = tokens.add(accessToken, client);
        journal.answered(row, { code: SUCCESS, data: { token, expiresIn, scopes: [...scopes] } });
        return issued;
      });
    },
    issueTicket: (caller) => {
      const row = asked(caller, { what: nameOf(caller, 'ticket.create') });
      return andThen(service.issueTicket(caller), (issued) => {
        if (!issued.ok) return answered(row, issued);
        secrets.ticket(issued.value.ticket);
        const ticket = `ticket-${tickets.add(issued.value.ticket, caller.clientId)}`;
        journal.answered(row, { code: SUCCESS, data: { ticket, expiresIn: issued.value.expiresIn } });
        return issued;
      });
    },
    openConnection: (ticket, upgrade) =>
      andThen(service.openConnection(ticket, upgrade), (opened) => {
        if (!opened.ok) journal.note(refusedUpgrade(dialect, tickets, upgrade, opened.refusal));
        return opened;
      }),
  };
}

function recordReading(
  service: ServedService,
  asked: Asked,
  answered: Answered,
): Pick<ServedService, 'listDevices' | 'readConfig' | 'listProfiles' | 'refresh'> {
  return {
    listDevices: (caller, page) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.list') });
      return andThen(service.listDevices(caller, page), (outcome) => answered(row, outcome));
    },
    readConfig: (caller, deviceId) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.config'), deviceId });
      return andThen(service.readConfig(caller, deviceId), (outcome) => answered(row, outcome));
    },
    listProfiles: (caller) => {
      const row = asked(caller, { what: nameOf(caller, 'profiles.list') });
      return andThen(service.listProfiles(caller), (outcome) => answered(row, outcome));
    },
    refresh: (caller, deviceId) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.read', 'device.state.get'), deviceId });
      return andThen(service.refresh(caller, deviceId), (outcome) => answered(row, outcome));
    },
  };
}

function recordManagement(
  service: ServedService,
  secrets: Secrets,
  asked: Asked,
  answered: Answered,
): Pick<ServedService, 'addDevice' | 'removeDevice' | 'changePassword'> {
  return {
    addDevice: (caller, addition) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.add'), deviceId: addition.deviceId });
      secrets.keepForAWhile(addition.password, '<password>');
      return andThen(service.addDevice(caller, addition), (outcome) => answered(row, outcome));
    },
    removeDevice: (caller, deviceId) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.remove'), deviceId });
      return andThen(service.removeDevice(caller, deviceId), (outcome) => answered(row, outcome));
    },
    changePassword: (caller, deviceId, change) => {
      const row = asked(caller, { what: nameOf(caller, 'devices.password'), deviceId });
      secrets.keepForAWhile(change.newPassword, '<password>');
      return andThen(service.changePassword(caller, deviceId, change), (outcome) => answered(row, outcome));
    },
  };
}

function recordCommands(
  service: ServedService,
  journal: Journal,
  asked: Asked,
  answered: Answered,
): Pick<ServedService, 'operate' | 'readCommand'> {
  const withCommand = (row: ExchangeRow, outcome: ServiceResult<CommandValue>): typeof outcome => {
    if (!outcome.ok) return answered(row, outcome);
    const { commandId, status } = outcome.value;
    journal.answered(row, { code: SUCCESS, commandId, commandStatus: status });
    return outcome;
  };
  return {
    operate: (caller, request) => {
      const { deviceId, operation, idempotencyKey } = request;
      const what = nameOf(caller, endpointOf(operation.name), 'device.operation.execute');
      const key = idempotencyKey === undefined ? undefined : { idempotencyKey };
      const row = asked(caller, { what, deviceId, operation, ...key });
      return andThen(service.operate(caller, request), (outcome) => withCommand(row, outcome));
    },
    readCommand: (caller, commandId) => {
      const row = asked(caller, { what: nameOf(caller, 'commands.read'), commandId });
      return andThen(service.readCommand(caller, commandId), (outcome) => withCommand(row, outcome));
    },
  };
}

/** The endpoint or the topic that was used; a call from inside the simulator is recorded as one over REST. */
function nameOf({ origin }: Caller, endpoint: EndpointName, topic?: RequestTopic): string {
  if (origin?.channel === 'ws') return topic ?? endpoint;
  return origin?.endpoint ?? endpoint;
}

const DONE: Answer = { code: SUCCESS };

function refusedWith(refusal: Refusal): Answer {
  return { code: refusal.code, data: announced(refusal) };
}
