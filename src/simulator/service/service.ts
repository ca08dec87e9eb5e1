// The service: one method for each thing that a caller can ask for. REST and WebSocket call the same
// methods, so they agree by construction. Each method is a row of checks in the order
// permission -> device -> known key -> lane -> quota -> budget; a refusal consumes nothing.
import type { AccessToken, Credentials, Ticket } from '../../contract/schemas/access.js';
import type {
  DeviceRecord,
  DeviceAddition,
  DeviceConfig,
  DeviceDetail,
  DeviceList,
  PasswordChange,
  ProfileList,
  DeviceProfile,
} from '../../contract/schemas/device.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { EndpointName, QuotaClass } from '../../contract/endpoints.js';
import type { Scope } from '../../contract/scopes.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { CommandValue, IdentifierForm } from '../../dialect/dialect.js';
import type { ApiClient } from './access.js';
import type { Origin, RestOrigin, Upgrade, WebSocketOrigin } from './origin.js';
import type { ServiceResult } from './outcome.js';
import type { Subscriber, ServicePorts } from './ports.js';
import type { Device, DeviceEvent } from '../device/device.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { ServiceState } from './service-state.js';
import type { ServiceSettings } from './settings.js';

/** A caller whose identity has been proven and whose permission has been checked. */
export interface Caller extends ApiClient {
  /** Undefined for a call from inside the simulator, which no transport has brought. */
  readonly origin?: Origin;
}

/** The caller of a request, or the one that a connection was opened for. */
export type WebSocketCaller = Caller & { readonly origin: WebSocketOrigin };

export function callerFrom<O extends Origin>(client: ApiClient, origin: O): Caller & { readonly origin: O } {
  const { clientId, scopes, sees, allow } = client;
  return { clientId, scopes, sees, allow, origin };
}

interface OperationRequest {
  readonly deviceId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string | undefined;
}

export interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A list of which only the beginning is made where it is long. */
export interface ListedDevices extends DeviceList {
  /** The devices after those of `devices`, as they are when they are walked; undefined when there are none. */
  readonly rest?: (() => Iterable<DeviceRecord>) | undefined;
}

/** The service over a store that may take its time: what the transports are prepared for. */
export type ServedService = {
  readonly [M in keyof Service]: M extends 'admitMessage' | 'subscribe' | 'usualProfile'
    ? Service[M]
    : Service[M] extends (...given: infer A) => infer R
      ? (...given: A) => MaybePromise<Awaited<R>>
      : Service[M];
};

/**
 * The service as those take it who put decorations around it: it answers at once where its store does. Over a store that
 * takes its time only such decorations may be used that are prepared for it.
 */
export function atOnce(service: ServedService): Service {
  return service as Service;
}

/** The same over a store that answers at once, such as memory or a folder: most of it is there in one go. */
export interface Service {
  /** @param origin undefined for a call from inside the simulator. */
  issueToken(credentials: Credentials, origin?: RestOrigin): ServiceResult<AccessToken>;
  /** Proves the caller of an endpoint by its access token and checks the endpoint's permission. */
  admit(endpoint: EndpointName, accessToken: string | undefined): ServiceResult<Caller>;
  /** Checks that the client of an open connection may still do what needs `scope` (scope.checked-on-websocket). */
  admitMessage(clientId: string, scope: Scope | undefined): ServiceResult<Caller>;
  listDevices(caller: Caller, page: Page): ServiceResult<ListedDevices>;
  /** Refreshes one device; takes the device's time, where it is not refused at once. Spends the refresh budget. */
  refresh(caller: Caller, deviceId: string): MaybePromise<ServiceResult<DeviceDetail>>;
  readConfig(caller: Caller, deviceId: string): ServiceResult<DeviceConfig>;
  listProfiles(caller: Caller): ServiceResult<ProfileList>;
  readCommand(caller: Caller, commandId: string): ServiceResult<CommandValue>;
  /** Carries out an operation as a command; takes the device's time unless commands are asynchronous. */
  operate(caller: Caller, request: OperationRequest): MaybePromise<ServiceResult<CommandValue>>;
  /** The type of devices that are added without one. */
  readonly usualProfile: string;
  addDevice(caller: Caller, addition: DeviceAddition): MaybePromise<ServiceResult<DeviceRecord>>;
  removeDevice(caller: Caller, deviceId: string): MaybePromise<ServiceResult<undefined>>;
  changePassword(
    caller: Caller,
    deviceId: string,
    change: PasswordChange,
  ): MaybePromise<ServiceResult<undefined>>;
  issueTicket(caller: Caller): ServiceResult<Ticket>;
  /** Uses the ticket up and gives the client that it was issued to. */
  openConnection(ticket: string | undefined, upgrade?: Upgrade): ServiceResult<Caller>;
  /** Counts one of the client's requests of this class; for what the transports count themselves. */
  spend(caller: Caller, quotaClass: QuotaClass): ServiceResult<undefined>;
  /** Takes back what `spend` counted, for a request that was rejected after it (limits.rejection-is-free). */
  giveBack(caller: Caller, quotaClass: QuotaClass): void;
  /** Events from now on, as far as the client may hear of the device. Returns the way to stop. */
  subscribe(clientId: string, deliver: Subscriber['deliver']): () => void;
}

// The devices as the service needs them: found by id, listed in order, added and removed.

export interface DeviceDirectory {
  readonly profiles: readonly DeviceProfile[];
  /** In the fleet's order, those after the device `after` if one is named. Cheap for devices untouched so far. */
  list(after?: string): Iterable<DeviceRecord>;
  /** Becomes another number whenever the list, or a record in it, may have become another one. */
  edition(): number;
  has(deviceId: string): boolean;
  /** Devices that were added by requests and not removed since. */
  readonly addedCount: number;
  /** @param origin of the request that is about to use the device, for decorations. */
  find(deviceId: string, origin?: Origin): Device | undefined;
  /** As the device list shows it. */
  describe(deviceId: string): DeviceRecord | undefined;
  /** False when the profile is unknown. The id must be free. */
  add(addition: DeviceAddition): boolean;
  remove(deviceId: string): void;
  /** In constant time. */
  passwordMatches(deviceId: string, password: string): boolean;
  setPassword(deviceId: string, password: string): void;
  /** Calls `listener` at the events of all devices; returns the way to stop. */
  listen(listener: (deviceId: string, event: DeviceEvent) => void): () => void;
}

// What the service is put together from.

export interface ServiceParts {
  readonly ports: Pick<ServicePorts, 'access' | 'events'>;
  readonly state: ServiceState;
  readonly devices: DeviceDirectory;
  readonly settings: ServiceSettings;
  readonly clock: Clock;
  /** The configuration of a device that may be in another process; default: `config` of the device. */
  readonly configOf?: (device: Device) => MaybePromise<DeviceConfig>;
  /** Open WebSocket connections of a client. */
  connectionsOf(clientId: string): number;
  /** For the identifiers of events. */
  readonly random: RandomStream;
  readonly eventIds?: IdentifierForm;
}
