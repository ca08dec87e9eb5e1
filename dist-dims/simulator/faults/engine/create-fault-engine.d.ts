import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { InfluenceSlot } from '../../device/influence-slot.js';
import type { composeInfluences } from '../../device/influences.js';
import type { DeviceIdentity } from '../../fleet/fleet.js';
import type { Refusal } from '../../service/outcome.js';
import type { InterceptionSlot } from '../../transport/interception.js';
import type { RestReply } from '../../transport/rest/message.js';
import type { FaultOrder } from '../order.js';
import { type FaultJournal } from './instance.js';
import type { FaultStatus } from './status.js';
import type { World } from './world.js';
export interface FaultEngineOptions {
    readonly clock: Clock;
    readonly random: Random;
    readonly dialect: Dialect;
    readonly journal: FaultJournal;
    /** Functions of other parts, which faults may not import. */
    readonly composeInfluences: typeof composeInfluences;
    readonly refusalReply: (refusal: Refusal) => RestReply;
    /** Holds the engine's interception while a fault is active. */
    readonly interception: InterceptionSlot;
    /** Holds the engine's influences while a fault changes what devices do. */
    readonly influences: InfluenceSlot<DeviceIdentity>;
}
export interface FaultEngine {
    /** Gives the faults their world, once; for faults that were ordered before, the time of `after` starts now. */
    attach(world: World): void;
    /** Returns the id. A fault that has this id already is cleared first. */
    add(order: FaultOrder): string;
    /** Ends the fault and forgets it; false when there is none. */
    clear(id: string): boolean;
    clearAll(): void;
    /** Oldest first; ended faults stay until they are cleared, the last hundred of them. */
    list(): readonly FaultStatus[];
}
export declare function createFaultEngine(options: FaultEngineOptions): FaultEngine;
