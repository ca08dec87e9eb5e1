import type { Peripherals } from '../../contract/schemas/device.js';
import type { Random } from '../../kernel/random.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../profile/profile.js';
import type { RestoreBook } from '../restore/book.js';
import type { RestoreRecord } from '../restore/record.js';
import type { Gate } from './gate/gate.js';
import type { Target } from '../target/target.js';
export interface Safety {
    /** Whether the profile lists the relay. */
    mayActuate(deviceId: string, index: number): boolean;
    /** Why a call must not be sent, in words; undefined when it may. */
    guard(call: Call): string | undefined;
    /** Tells how a device was found, so that it need not be read again before its first change. */
    noteInitial(deviceId: string, peripherals: Peripherals): void;
    /**
     * Something beside requests is about to be done to the device, which may switch its relays: they are to be put back.
     * In words why it must not be done.
     */
    beforeStimulus(deviceId: string, signal: AbortSignal): Promise<string | undefined>;
    /** Something beside requests may have changed the device: it must be looked at again. */
    disturbed(deviceId: string): void;
    /** A view of a target that refuses what `guard` forbids, and knows what has to be put back. */
    protect(target: Target): Target;
    /** Puts one device back that nobody will use any more; what does not succeed is left to `restore`. */
    restoreEarly(deviceId: string, bounds: EarlyBounds): Promise<void>;
    /** Leaves devices to the next check as the last one found them, as far as that takes no refresh. */
    handOver(deviceIds: readonly string[], signal: AbortSignal): Promise<void>;
    /** What another run has left is to be put back, too; in words what the profile does not allow to. */
    adopt(record: RestoreRecord): readonly string[];
    /**
     * Puts everything back; returns in words what could not be. May be called at any time, and again.
     * @param tell is told in words of each thing that is as it was found.
     */
    restore(signal?: AbortSignal, tell?: (words: string) => void): Promise<readonly string[]>;
    /** The same for some devices only: others may be in use meanwhile. */
    restoreDevices(deviceIds: readonly string[], signal?: AbortSignal): Promise<readonly string[]>;
}
export interface EarlyBounds {
    /** From when on a refresh of the device can be accepted; clock time in ms. */
    readonly restedAt: number;
    readonly signal: AbortSignal;
}
export interface SafetyOptions {
    /** What the target's transport is behind. */
    readonly gate: Gate;
    readonly random?: Random;
    /** How long restoring may take, in ms. */
    readonly restoreWithin?: number;
    /** Where it is kept what has to be put back; nothing is changed that it does not know. */
    readonly book?: Pick<RestoreBook, 'device' | 'managed' | 'stored'>;
}
/** @param target what safety's own requests go through: not a protected view. */
export declare function createSafety(target: Target, profile: Profile, options: SafetyOptions): Safety;
