import type { Dialect } from '../dialect/dialect.js';
export interface About {
    /** Of the document; the version that is part of every path when absent. */
    readonly version?: string;
    /** Where the service is: `https://example.org`. */
    readonly serverUrl?: string;
}
export declare function infoOf(dialect: Dialect, { version }: About): Record<string, unknown>;
