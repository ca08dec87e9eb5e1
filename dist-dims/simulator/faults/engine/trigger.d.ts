import type { RandomStream } from '../../../kernel/random.js';
export interface Trigger {
    /** Ms from the order to the beginning. */
    readonly after: number;
    /** Only every Nth occasion counts. */
    readonly every: number;
    readonly probability: number;
    /** Fires at most so often; no limit when undefined. */
    readonly count: number | undefined;
}
export interface TriggerGate {
    readonly occasions: number;
    readonly firings: number;
    /** True when the fault fires at this occasion. */
    pass(): boolean;
}
export declare function createTriggerGate(trigger: Trigger, random: RandomStream): TriggerGate;
/** For people: `every 3rd request, at most 2 times`; empty when each occasion counts. */
export declare function describeTrigger({ every, probability, count }: Trigger, occasion: string): string;
/** `at once` or `after 3 s`. */
export declare function describeStart({ after }: Trigger): string;
export declare function ordinal(n: number): string;
