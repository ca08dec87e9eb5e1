import type { Connected } from '../target.js';
import type { Driver } from './driver.js';
import type { Recorder } from './recorder.js';
export interface OpenSettings {
    readonly client: string;
    readonly name: string;
    /** Null leaves the query parameter out. */
    readonly ticket: string | null;
    readonly bearer?: string | undefined;
    readonly patience: number;
    readonly signal?: AbortSignal | undefined;
}
export declare function openConnection(driver: Driver, recorder: Recorder, { client, name: wanted, ticket, bearer, patience, signal: interrupt }: OpenSettings): Promise<Connected>;
