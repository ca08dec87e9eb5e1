import type { Target } from '../target/target.js';
export type Calibrated = 
/** A long round trip: the longest but one of a few, in ms. */
{
    readonly ok: true;
    readonly roundTrip: number;
} | {
    readonly ok: false;
    readonly reason: string;
};
/** A request that costs the target little; whatever it answers, it is there. */
export declare function calibrate(target: Target, client: string, signal?: AbortSignal): Promise<Calibrated>;
/** Whether the target still answers. */
export declare function isThere(target: Target, client: string, signal?: AbortSignal): Promise<boolean>;
