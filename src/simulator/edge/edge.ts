// The one way in which something of the simulator is changed or seen from outside. There are seven places for it; a
// fault, a defect, a style and the journal are entries: each has an edge, which says what it does at which place.
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { DevicePlaces } from '../device/places.js';
import type { DeviceIdentity } from '../fleet/fleet-spec.js';
import type { ApiClient } from '../service/access.js';
import type { DeviceDirectory, Service, WebSocketCaller } from '../service/service.js';
import type { ServiceEvent, ServicePorts } from '../service/ports.js';
import type { Connection, Upgrade } from '../service/origin.js';
import type { ServiceResult } from '../service/outcome.js';
import type { ArrivedHandler, ArrivedRequest, RestReply } from '../transport/rest/message.js';
import type {
  MessageHandler,
  OpenConnection,
  Session,
  SessionFactory,
} from '../transport/websocket/session.js';

/** What stands around something: it gets the same, and how it goes on without it. */
export type Around<F> = F extends (...given: infer A) => infer R ? (...given: [...A, next: F]) => R : never;

/** What is there at the places that entries stand around. */
export interface Places {
  /** A REST exchange: answers a request that has arrived. */
  rest: ArrivedHandler;
  /** A REST exchange: its reply leaves. The request may have arrived before the entry came. */
  leaving: (reply: RestReply, request: ArrivedRequest) => RestReply;
  /** A frame with a request. */
  message: MessageHandler;
  /** A frame with an event, as it is sent on one connection. */
  frame: (event: ServiceEvent, connection: Connection) => string;
  /** An event on its way to one connection. */
  event: (event: ServiceEvent, to: EventReceiver) => void;
  /** A connection is asked for. */
  connect: (
    ticket: string | undefined,
    upgrade: Upgrade | undefined,
  ) => MaybePromise<ServiceResult<ApiClient>>;
  /** A connection has been opened, and gets its session. */
  opening: (opened: OpenConnection, caller: WebSocketCaller) => Session;
  /** A connection: the session of a caller, and the frames between it and its socket. */
  session: SessionFactory;
}

export interface EventReceiver {
  readonly connection: Connection;
  send(frame: string): void;
}

/** Methods of the ports that are different; all others stay as they are. */
export type PortChanges = { readonly [Port in keyof ServicePorts]?: Partial<ServicePorts[Port]> };

/** What an entry does at places of one kind. */
export type Entry<P> = { readonly [N in keyof P]?: Around<P[N]> };

export type Edge = Entry<Places> & {
  /** Calls of the service: the methods that are different. */
  calls?(service: Service, life: EdgeContext): Partial<Service>;
  /** Calls within the service. */
  ports?(ports: ServicePorts, life: EdgeContext): PortChanges;
  /** The devices as the service finds them: the methods that are different. */
  devices?(devices: DeviceDirectory, life: EdgeContext): Partial<DeviceDirectory>;
  /** What a device does, measures and says. Called once for each device that is used while the entry lasts. */
  device?(device: DeviceIdentity): Entry<DevicePlaces>;
  /** The clock: what the entry does by itself, at first, and when it ends. */
  begin?(): void;
  end?(): void;
};

/** What an edge may use of the simulator. */
export interface EdgeContext {
  readonly clock: Clock;
  readonly random: Random;
}

/** The edge of an entry, or several of which the first is innermost. */
type Edged = Edge | readonly Edge[];

/** Where the places of an entry have something in common, it is made anew for each life of the cloud. */
export type EdgeOf = Edged | ((life: EdgeContext) => Edged);
