import type { HttpRequest, Transport } from './transport.js';
/** What would be on the wire. */
export type Message = ({
    readonly kind: 'http';
} & HttpRequest)
/** The upgrade to WebSocket. */
 | {
    readonly kind: 'open';
    readonly path: string;
} | {
    readonly kind: 'frame';
    readonly text: string;
};
declare const behindTheGate: unique symbol;
export interface GatedTransport extends Transport {
    readonly [behindTheGate]: true;
    /** Throws SafetyError when the message must not leave: asked before it is recorded as sent. */
    admit(message: Message): void;
}
/** Something that must not be sent: the mistake of whoever wanted it, never the target's. */
export declare class SafetyError extends Error {
    readonly name = "SafetyError";
}
export {};
