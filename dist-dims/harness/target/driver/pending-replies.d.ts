export interface Waiting<T> {
    readonly requestId: string | undefined;
    readonly value: T;
}
export type Match<T> = {
    readonly kind: 'waiting';
    readonly value: T;
}
/** The one who asked has given up, but the reply is still that of its request. */
 | {
    readonly kind: 'late';
    readonly value: T;
} | {
    readonly kind: 'duplicate';
} | {
    readonly kind: 'unknown';
};
export interface PendingReplies<T> {
    readonly size: number;
    isWaiting(requestId: string): boolean;
    /** Returns the way to give up on the reply; what comes afterwards is late. */
    add(requestId: string | undefined, value: T): () => void;
    match(requestId: string | undefined): Match<T>;
    /** Takes all that wait, oldest first. */
    drain(): T[];
}
export declare function createPendingReplies<T>(): PendingReplies<T>;
