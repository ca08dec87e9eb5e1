import type { Peripherals } from '../../contract/schemas/device.js';
import { type Act } from '../profile/stimuli/act.js';
export interface UndoLedger {
    /** How the inputs of a device were found. */
    noteInitial(deviceId: string, peripherals: Peripherals): void;
    /**
     * What is about to be done: from now on it is to be put back. Gives what it leaves behind, or why it
     * must not be done.
     */
    begin(act: Act): {
        readonly ok: true;
        readonly left?: Pending;
    } | {
        readonly ok: false;
        readonly why: string;
    };
    /** Another run has left it behind. */
    adopt(left: Pending): void;
    /** It has been done: what it puts back itself is back. */
    done(act: Act): void;
    /** What is still to be put back, the latest first. */
    pending(): readonly Pending[];
}
export interface Pending {
    readonly key: string;
    readonly undo: Act;
}
export declare function createUndoLedger(): UndoLedger;
