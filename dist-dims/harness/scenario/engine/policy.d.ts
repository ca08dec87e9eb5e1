import type { AttemptEnd } from './attempt.js';
export interface PolicyOptions {
    readonly attempts: number;
    /** Others use the devices: RATE_LIMITED and DEVICE_BUSY may be of their making each time. */
    readonly shared: boolean;
}
export type Decision = {
    readonly kind: 'again';
    readonly why: string;
} | {
    readonly kind: 'pass';
} | {
    readonly kind: 'fail';
} | {
    readonly kind: 'inconclusive';
    readonly reason: string;
}
/** It may not be done on this target. */
 | {
    readonly kind: 'skipped';
    readonly reason: string;
};
/**
 * What the last attempt came to decides whether the check is tried again, and what is made of it in the end:
 *
 * - it held: pass, whatever earlier attempts met with;
 * - it deviated, undisturbed: fail at once;
 * - it deviated amid interference: once more; a second deviation at the same step fails;
 * - it deviated at a step with `confirm`: once more; fails when it stands;
 * - it was spoiled by interference: once more, after the announced delay; when that stands, a server error
 *   fails, other interference where the step says `insist`;
 * - nothing could be decided or prepared: once more.
 *
 * Something stands when no attempt is left, and those that came to anything, two at least, all came to this
 * at this step; interference only when no attempt came to anything else or to nothing.
 *
 * All else is inconclusive. Where others use the devices, too, what they may have caused never fails.
 *
 * @param ends of the attempts so far, at least one.
 */
export declare function decide(ends: readonly AttemptEnd[], options: PolicyOptions): Decision;
