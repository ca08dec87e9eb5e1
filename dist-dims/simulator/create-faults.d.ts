import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Decoration } from './decoration.js';
import { type DeviceInfluences } from './device/influences.js';
import { type FaultEngine } from './faults/engine/create-fault-engine.js';
import type { FaultJournal } from './faults/engine/instance.js';
import type { DeviceIdentity } from './fleet/fleet.js';
import type { InterceptionSlot } from './transport/interception.js';
export interface FaultsOptions {
    readonly clock: Clock;
    readonly random: Random;
    readonly dialect: Dialect;
    readonly journal: FaultJournal;
}
/** An engine with the places in which it is put while a fault is active; it is on no way while none is. */
export interface Faults extends FaultEngine {
    /** For the fleet, which asks when it makes a device. */
    influencesFor(device: DeviceIdentity): DeviceInfluences;
    /** For the simulator. */
    readonly interception: InterceptionSlot;
    /** For the simulator, as its last decoration but those that only watch. */
    readonly decoration: Decoration;
}
/** Give its places to the fleet and to the simulator; then `attach` the simulator. */
export declare function createFaults({ clock, random, dialect, journal }: FaultsOptions): Faults;
