// What a fault is given of the engine and of the simulator.
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Clock } from '../../../kernel/clock.js';
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Edges } from '../../edge/edges.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { ApiClient } from '../../service/access.js';
import type { Refusal, ServiceResult } from '../../service/outcome.js';
import type { ServicePorts } from '../../service/ports.js';
import type { Service } from '../../service/service.js';
import type { ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { Connections } from '../../transport/websocket/connections.js';
import type { OpenConnection } from '../../transport/websocket/session.js';
import type { FaultTarget, Selects } from '../selector.js';
import type { ConnectionHandle } from './connection-handle.js';

/** Something that a fault could hit, in words for the journal. */
export interface FaultOccasion {
  readonly what: string;
  readonly deviceId?: string | undefined;
  /** The WebSocket connection that is hit. */
  readonly connection?: string | undefined;
}

/** A request on its way through the faults; in words, it is `relays.set on bench-01 by operator`. */
export type Asking = FaultOccasion & Omit<FaultTarget, 'topic'>;

/** A fault has fired. */
export interface Firing {
  /** Records the effect in the journal. */
  note(effect: string): void;
}

export interface FaultSite {
  readonly clock: Clock;
  /** The fault's own stream. */
  readonly random: RandomStream;
  readonly dialect: Dialect;
  readonly world: World;
  /** Things that several faults may hold at the same time. */
  readonly grips: Grips;
  /** Clock time at which the fault began. */
  readonly beganAt: number;
  readonly selects: Selects;
  /** Asks the trigger; undefined when the fault does not fire at this occasion. */
  fire(occasion: FaultOccasion): Firing | undefined;
  /** What a request is for that has come to the fault. */
  asking(request: ArrivedRequest | WsRequest): Asking;
  /**
   * Does what may meet one occasion: at once, or when the instances of a cluster have decided it; not at all where the
   * fault has ended meanwhile.
   */
  meet(act: () => void): void;
  /** Whether this instance does what one of a cluster has to do for all. */
  leads(): boolean;
  /** Records in the journal that an effect has ended. */
  over(effect: string, deviceId?: string): void;
  /** Calls back unless the fault ends first. */
  after(delay: number, act: () => void): void;
  /** The devices that the selector selects, in the order of the fleet. */
  devices(): Iterable<DeviceIdentity>;
  /** The open connections that the selector selects, oldest first. */
  connections(): readonly ConnectionHandle[];
  handle(opened: OpenConnection): ConnectionHandle;
  /** The REST reply to a request that was refused. */
  refusalReply(refusal: Refusal): RestReply;
}

/** What faults need of the simulator that they disturb; a `Simulator` fits. */
export interface World {
  /** The open WebSocket connections. */
  readonly connections: Pick<Connections, 'open'>;
  readonly edges: Pick<Edges, 'put'>;
  readonly fleet: Fleet;
  readonly ports: Pick<ServicePorts, 'access' | 'tickets'>;
  /** Whose access token it is. In a cluster another instance may have given it out; rejects where nobody can be asked. */
  authenticate(accessToken: string): MaybePromise<ServiceResult<ApiClient>>;
  /** For requests of another client. */
  readonly service: Pick<Service, 'refresh' | 'operate' | 'giveBack'>;
}

// States that several faults may cause at the same time.

/** Causes the state; returns the function that gives it up, which may be called twice. */
export type Grip = (key: string) => () => void;

/** What faults may hold: the link or the power of a device, or an API client. */
export type Gripped = 'link' | 'power' | 'client';

export interface Grips {
  readonly link: Grip;
  readonly power: Grip;
  readonly client: Grip;
  /** Whether a fault has caused the state, and undoes it when it ends. */
  isHeld(what: Gripped, key: string): boolean;
}
