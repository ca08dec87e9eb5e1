import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Refusal } from '../../service/outcome.js';
/** Malformed, but it has a requestId, so it gets an error reply. */
export interface Answerable {
    readonly kind: 'answerable';
    readonly requestId: string;
    readonly refusal: Refusal;
    /** The frame. */
    readonly wire: unknown;
}
export type Frame = {
    readonly kind: 'request';
    readonly request: WsRequest;
} | Answerable | {
    readonly kind: 'unreadable';
};
export declare function readFrame(dialect: Dialect, text: string): Frame;
