import type { QuotaClass } from '../../contract/endpoints.js';
export interface Quota {
    /** Requests that one API client may make in a window. */
    readonly limit: number;
    /** Length of the window in ms. */
    readonly window: number;
}
export interface ServiceSettings {
    /** Lifetime of an access token in ms. */
    readonly accessTokenLifetime: number;
    /** Lifetime of an unused ticket in ms. */
    readonly ticketLifetime: number;
    /** How long a finished command and its key are kept, in ms. */
    readonly commandRetention: number;
    /** The most commands kept at once; the oldest finished ones go first. */
    readonly maxCommands: number;
    /** WebSocket connections that one API client may have open at once. */
    readonly maxConnectionsPerClient: number;
    /** Least time between two refreshes of one device in ms; never under the three seconds of the interface. */
    readonly refreshInterval: number;
    /** Answer operations at once with a pending command, to be polled. */
    readonly asynchronousCommands: boolean;
    readonly quotas: Readonly<Record<QuotaClass, Quota>>;
}
export declare const DEFAULT_SETTINGS: ServiceSettings;
