import type { Connection, Traffic } from '../traffic/traffic.js';
export interface Try {
    readonly at: number;
    /** When it had failed, or its connection was lost; undefined while it goes on. */
    readonly endedAt: number | undefined;
    /** How it failed; `open` when it did not. */
    readonly how: 'open' | 'failed' | 'limited' | 'refused';
    readonly connection: Connection | undefined;
    /** Numbers of the exchanges that it consists of. */
    readonly exchanges: readonly number[];
}
export declare function triesOf(day: Traffic, actor: string): readonly Try[];
/** Tickets that were never used, although they were created together with one that was: tries that were left. */
export declare function sparesOf(day: Traffic, actor: string): readonly Try[];
/** The tries after one lost connection, or from the first failure on. */
export interface Outage {
    readonly day: Traffic;
    readonly tries: readonly Try[];
    /** Delays in ms without those after a connection that was open for a short while. */
    readonly afterFailures: readonly (readonly number[])[];
    /** All delays in ms. */
    readonly all: readonly number[];
}
export declare function outagesOf(day: Traffic, tries: readonly Try[]): readonly Outage[];
