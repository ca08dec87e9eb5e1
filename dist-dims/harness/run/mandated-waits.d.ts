import type { ScenarioCase } from '../scenario/scenario.js';
/** Times in ms from the start of the check, as if every reply came at once. */
export interface MandatedWaits {
    /** From its first step to the end of its clean-up. */
    readonly span: number;
    /** By the scenario's name of the device: when the first and the last refresh of it must be accepted. */
    readonly refreshes: Readonly<Record<string, RefreshSpan>>;
    /** Devices whose relays it switches, by the scenario's names. */
    readonly switches: ReadonlySet<string>;
    /** Requests that it sends, at least. */
    readonly requests: number;
    /** Requests among them that keep a device at work: no waits, but they take the device its time. */
    readonly works: number;
}
export interface RefreshSpan {
    readonly first: number;
    readonly last: number;
    /** Requests before the first one that keep a device at work. */
    readonly worksBefore: number;
}
/** Only what the steps ask for in any case: a round of `pollUntil`, one attempt, no interference. */
export declare function mandatedWaits({ steps, cleanup }: Pick<ScenarioCase, 'steps' | 'cleanup'>): MandatedWaits;
