import type { IncomingMessage } from 'node:http';
export type ReadBody = {
    readonly kind: 'read';
    readonly text: string;
}
/** `ended`: the whole body has been read and discarded, so the client now reads the answer. */
 | {
    readonly kind: 'too-large';
    readonly ended: boolean;
}
/** Not valid UTF-8, and therefore not JSON (RFC 8259, 8.1). */
 | {
    readonly kind: 'no-text';
}
/** The client closed the connection before the body was complete. */
 | {
    readonly kind: 'gone';
};
/** Told by the headers (RFC 9112, 6.3), so that a request without a body is handled without waiting. */
export declare function hasBody({ headers }: IncomingMessage): boolean;
/** @param limit in bytes. */
export declare function readBody(request: IncomingMessage, limit: number): Promise<ReadBody>;
