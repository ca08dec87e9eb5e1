// What a fault is given of the engine and of the simulator.
import type { Clock } from '../../../kernel/clock.js';
import type { RandomStream } from '../../../kernel/random.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Refusal } from '../../service/outcome.js';
import type { RestReply } from '../../transport/rest/message.js';
import type { Selects } from '../selector.js';
import type { ConnectionHandle } from './connection-handle.js';
import type { Grips } from './grips.js';
import type { World } from './world.js';

/** Something that a fault could hit, in words for the journal. */
export interface FaultOccasion {
  readonly what: string;
  readonly deviceId?: string | undefined;
  /** The WebSocket connection that is hit. */
  readonly connection?: string | undefined;
}

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
  /** The REST reply to a request that was refused. */
  refusalReply(refusal: Refusal): RestReply;
}
