import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { SimulatedDevice } from './device.js';
import { type DeviceSpec } from './device-spec.js';
import { type DeviceInfluences } from './influences.js';
import { type Witness } from './witness.js';
export interface DeviceOptions {
    readonly deviceId: string;
    readonly spec: DeviceSpec;
    readonly clock: Clock;
    readonly random: Random;
    /** Clock time at which signals and patterns began; the moment of creation when absent. */
    readonly origin?: number;
    readonly influences?: DeviceInfluences;
    readonly witness?: Witness;
}
export declare function createDevice(options: DeviceOptions): SimulatedDevice;
