import type { Clock } from '../../kernel/clock.js';
import type { DeviceEvent } from './device-event.js';
import type { PowerSpec } from './device-spec.js';
import { type Link } from './link.js';
import { type Power } from './power.js';
export interface DeviceLink {
    readonly link: Link;
    readonly power: Power;
    isOnline(): boolean;
    /** Whether the device has power, as far as it could tell. */
    isPowered(): boolean;
}
export interface DeviceLinkOptions {
    readonly spec: PowerSpec;
    readonly clock: Clock;
    readonly emit: (event: DeviceEvent) => void;
    /** The device has stopped working. */
    readonly onStopped: () => void;
    /** The device has booted; it is not connected yet. */
    readonly onBooted: () => void;
    /** The device is online again, and the service has been told. */
    readonly onConnected: () => void;
}
export declare function createDeviceLink(options: DeviceLinkOptions): DeviceLink;
