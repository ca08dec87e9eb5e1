import type { Exchange } from '../target/call.js';
import { type Aspect, type Touch, type Values } from './aspect.js';
export interface DeviceLedger {
    readonly name: string;
    readonly deviceId: string;
    readonly aspects: readonly AspectLedger[];
    aspect(of: Aspect): AspectLedger;
    /** Something is about to be changed. */
    touch(touch: Touch): void;
    /** Relays that were jogged, and the clock time (ms) after which none of these jogs can have begun. */
    readonly jogged: ReadonlySet<number>;
    readonly lastJogAt: number;
    jogEndedBy(at: number): void;
    /** How commands that succeeded have left relays; a relay of which that is not known is missing. */
    readonly lastCommanded: Values;
    commanded(values: ReadonlyMap<string, number | boolean | undefined>): void;
    /** When a check gave it back last, clock time in ms. */
    readonly handedOverAt: number;
    handedOver(at: number): void;
    /** A change is over, for all that its exchange tells; undefined when there was none. */
    ended(exchange: Exchange | undefined): void;
    /** The relays as a check saw them, where nothing can have changed them since: they need no other look. */
    readonly sighting: Sighting | undefined;
    /** A refresh that went out at that clock time (ms) showed them so. */
    saw(values: Values, sentAt: number): void;
    /** Something beside the requests may have changed the device. */
    disturb(): void;
    /** From when on nothing that was sent can change the device any more; clock time in ms. */
    settledAt(now: number): number;
    /** Others have changed it, the last time at that clock time (ms) at the latest, and nobody knows what came of it. */
    changedByOthers(at: number): void;
}
export interface Sighting {
    readonly values: Values;
    /** Clock time in ms. */
    readonly at: number;
}
export interface AspectLedger {
    readonly aspect: Aspect;
    /** As it was found; undefined as long as nobody has looked. */
    readonly initial: Values | undefined;
    readonly touched: ReadonlySet<string>;
    /** Only the first state that is noted counts. */
    note(values: Values): void;
    /** All is as it was found. */
    clear(): void;
}
export declare function createDeviceLedger(name: string, deviceId: string): DeviceLedger;
