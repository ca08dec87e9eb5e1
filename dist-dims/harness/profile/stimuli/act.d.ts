import type { ActName } from './catalogue.js';
export interface Act {
    readonly name: ActName;
    /** `name` is the profile's. */
    readonly device?: {
        readonly name: string;
        readonly deviceId: string;
    };
    readonly client?: {
        readonly name: string;
        readonly clientId: string;
    };
    /** Index of the input, from 1. */
    readonly index?: number;
    /** Key of the sensor. */
    readonly key?: string;
    readonly active?: boolean;
    readonly value?: number;
    /** Bytes in hex. */
    readonly data?: string;
}
/** `detail` says in words why it failed, or may have. */
export type Acted = {
    readonly kind: 'applied';
    readonly value?: number;
} | {
    readonly kind: 'failed';
    readonly detail: string;
};
export declare const APPLIED: Acted;
export declare function failed(detail: string): Acted;
/** How acts of one kind are done. Never rejects for what the other side does; ends soon when aborted. */
export type ActDriver = (act: Act, signal: AbortSignal) => Promise<Acted>;
/** `input 1 of bench`, `bench`, `operator`. */
export declare function subjectOf({ device, client, index, key }: Act): string;
