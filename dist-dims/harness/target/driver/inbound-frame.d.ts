import type { Dialect } from '../../../dialect/dialect.js';
export type InboundFrame = {
    readonly kind: 'reply';
    readonly requestId: string | undefined;
    readonly body: unknown;
} | InboundEvent | {
    readonly kind: 'stray';
    readonly detail: string;
};
export interface InboundEvent {
    readonly kind: 'event';
    readonly topic: string;
    readonly eventId?: string;
    readonly deviceId?: string;
    /** Canonical where the topic is known and the data fit, else as it came. */
    readonly data: unknown;
    readonly body: unknown;
    readonly mismatches: readonly string[];
}
/** @param isWaiting whether a request with this id waits for its reply. */
export declare function readFrame(dialect: Dialect, text: string, isWaiting: (requestId: string) => boolean): InboundFrame;
