import type { DeviceSummary, DeviceView } from '../../simulator/control/views/devices.js';
export declare function fleetText(count: number, devices: readonly DeviceSummary[], nextCursor: string | undefined): string;
export declare function deviceText(device: DeviceView): string;
