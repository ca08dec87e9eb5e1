import type { Clock } from '../../kernel/clock.js';
import type { Origin } from './origin.js';
/** The origin of the request is there for decorations; the budget itself does not look at it. */
export interface RefreshBudget {
    /** Ms until the device may be refreshed, or undefined when it may be now. Takes nothing. */
    waitFor(deviceId: string, origin?: Origin): number | undefined;
    /** Counts a refresh that starts now. */
    spend(deviceId: string, origin?: Origin): void;
    /** Makes the device wait so many ms, as `waitFor` of another budget has said. */
    recall(deviceId: string, wait: number): void;
}
/** A budget that also tells how many devices it remembers: only those refreshed within the interval. */
export interface CountedRefreshBudget extends RefreshBudget {
    readonly size: number;
}
/** @param interval least time between two refreshes in ms. */
export declare function createRefreshBudget(clock: Clock, interval: number): CountedRefreshBudget;
