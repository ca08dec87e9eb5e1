import type { Operation } from '../../contract/schemas/command.js';
import { type Scope } from '../../contract/scopes.js';
import type { RandomStream } from '../../kernel/random.js';
import type { Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';
import type { Aspect, Values } from './aspect.js';
import type { DeviceLedger } from './ledger.js';
export type Reading = {
    readonly ok: true;
    readonly values: Values;
} | {
    readonly ok: false;
    readonly detail: string;
};
export interface Caretaker {
    read(device: DeviceLedger, aspect: Aspect, within: Bounds): Promise<Reading>;
    /** Undefined when the operation succeeded, else why it did not. */
    perform(device: DeviceLedger, operation: Operation, scope: Scope, within: Bounds): Promise<string | undefined>;
}
export interface Bounds {
    /** Clock time in ms, at which nothing is waited for any more. */
    readonly until: number;
    readonly signal?: AbortSignal | undefined;
    /** Also waits for what may still come of requests without a reply; else such a device is left for later. */
    readonly settle?: boolean;
    /** Told in words of each thing that is as it was found. */
    readonly tell?: ((words: string) => void) | undefined;
    /** When the device has rested since its last known refresh; clock time in ms. */
    readonly restedAt?: number;
}
/** @param random keys of two runs must not meet, so they hold the time as well. */
export declare function createCaretaker(target: Target, profile: Profile, random: RandomStream | undefined): Caretaker;
