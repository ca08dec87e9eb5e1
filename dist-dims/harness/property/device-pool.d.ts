import type { Clock } from '../../kernel/clock.js';
import type { Leases } from '../target/leases.js';
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';
export interface DevicePool {
    /** A free device for each name, once there is one: in the order in which they are asked for. */
    lease(names: readonly DeviceName[]): Promise<Leased>;
    /** @param doubts why a device cannot simply be used again, by its name in the profile. */
    giveBack(devices: readonly DeviceFacts[], doubts: ReadonlyMap<string, string>): void;
    /** Ids of devices that others have, or have had less than a while before a moment of the clock. */
    othersSince(devices: readonly DeviceFacts[], since: number): ReadonlySet<string>;
    /** Devices were left in doubt, and those that are not do not suffice for so many programs more. */
    isShort(names: readonly DeviceName[], programs: number): boolean;
    /** Devices that are not used any more, or only if need be: in words. */
    setAside(): readonly string[];
}
export type Leased = {
    readonly kind: 'devices';
    readonly devices: readonly DeviceFacts[];
} | {
    readonly kind: 'none';
    readonly why: string;
};
export interface DevicePoolOptions {
    readonly alike: ProgramPool['alike'];
    readonly clock: Pick<Clock, 'now' | 'setTimer'>;
    readonly signal: AbortSignal;
    /** Others may lease from it at the same time. */
    readonly leases: Leases;
    /** Asks a device that was left in doubt, and cleans it; undefined when all is well, else what is not. */
    readonly revive: (device: DeviceFacts) => Promise<string | undefined>;
}
export declare function createDevicePool({ alike, clock, signal, leases, revive }: DevicePoolOptions): DevicePool;
