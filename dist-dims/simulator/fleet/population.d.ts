import type { SimulatedDevice } from '../device/device.js';
import type { FleetListener } from './fleet.js';
export interface Population {
    /** The device; made by `make` when it is first asked for. */
    get(deviceId: string): SimulatedDevice | undefined;
    /** The device if it has been made. */
    peek(deviceId: string): SimulatedDevice | undefined;
    all(): Iterable<SimulatedDevice>;
    /** Whether somebody listens. */
    isHeard(): boolean;
    listen(listener: FleetListener): () => void;
    /** Stops the device, if it has been made, and forgets it. */
    discard(deviceId: string): void;
}
/** @param onFirst called when somebody begins to listen: the time to make devices that act by themselves. */
export declare function createPopulation(make: (deviceId: string) => SimulatedDevice | undefined, onFirst: () => void): Population;
