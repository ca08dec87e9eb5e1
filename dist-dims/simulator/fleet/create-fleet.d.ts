import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { DeviceInfluences } from '../device/influences.js';
import type { PhysicalAct } from '../device/witness.js';
import type { DeviceIdentity, Fleet } from './fleet.js';
import type { FleetSpec } from './fleet-spec.js';
export interface FleetOptions {
    readonly clock: Clock;
    readonly random: Random;
    /** What reaches into the physics of a device; asked once, when the device is made. */
    readonly influences?: (device: DeviceIdentity) => DeviceInfluences;
    /** Sees what the devices really do. */
    readonly witness?: (deviceId: string, act: PhysicalAct) => void;
}
export declare function createFleet(spec: FleetSpec, options: FleetOptions): Fleet;
