import type { PhysicalTruth } from '../device/device.js';
export interface Idle {
    /** `already`: it is so already. `lost`: nobody is there to notice. */
    readonly effect: 'already' | 'lost';
    readonly why: string;
}
/** The device as it is before the act. */
export interface Circumstances extends Pick<PhysicalTruth, 'powered' | 'linked'> {
    readonly online: boolean;
}
/** Undefined when the act has an effect. */
export declare function idleAct({ kind }: {
    readonly kind: string;
}, device: Circumstances): Idle | undefined;
