import type { Arrival, RestRequest } from './message.js';
export interface Observation {
    /** The access token. */
    readonly bearer: string | undefined;
    /** Query and body; empty when there is neither. */
    readonly told: string;
    readonly headers: Readonly<Record<string, string>> | undefined;
    readonly arrival: Arrival | undefined;
}
export declare function observe({ headers, target, body, arrival }: RestRequest): Observation;
export declare function tellingHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> | undefined;
