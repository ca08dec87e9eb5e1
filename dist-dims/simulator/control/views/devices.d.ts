import type { Peripherals } from '../../../contract/schemas/device.js';
import type { DeviceIdentity } from '../../fleet/fleet.js';
import type { Simulator } from '../../simulator.js';
import type { FaultDesk } from '../fault-desk.js';
export interface DeviceSummary extends DeviceIdentity {
    readonly online: boolean;
    readonly powered: boolean;
    /** Whether anything has happened to it; an untouched device is as the fleet file says. */
    readonly touched: boolean;
    readonly lane: 'free' | 'taken';
    /** Ms until it may be refreshed; 0 when it may be now. */
    readonly refreshIn: number;
    /** Faults that act on it. */
    readonly faults: readonly string[];
}
export interface DeviceView extends DeviceSummary {
    readonly relays: readonly {
        readonly index: number;
        /** As the device reports it. */
        readonly on: boolean;
        /** The truth. */
        readonly closed: boolean;
        readonly switchedTimes: number;
        readonly jogDuration: number;
    }[];
    readonly digitalInputs: readonly {
        readonly index: number;
        /** As the device reports it: debounced. */
        readonly active: boolean;
        /** The truth. */
        readonly contact: boolean;
    }[];
    readonly analogInputs: Peripherals['analogInputs'];
    readonly sensors: Peripherals['sensors'];
    readonly baudRate: number | null;
    readonly executions: number;
    readonly supplied: boolean;
    readonly linked: boolean;
}
/** @param faults those of the moment: asked once for a whole page. */
export declare function createDeviceViews({ fleet, ports }: Simulator, faults: Pick<FaultDesk, 'list'>): {
    summary: (identity: DeviceIdentity) => DeviceSummary;
    /** Makes the device. */
    view: (deviceId: string) => DeviceView | undefined;
};
