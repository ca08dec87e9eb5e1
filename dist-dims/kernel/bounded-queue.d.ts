export interface BoundedQueue<T> {
    readonly size: number;
    readonly capacity: number;
    /** Adds at the end, or returns false and adds nothing when the queue is full. */
    push(item: T): boolean;
    /** Adds at the end; drops the oldest when the queue is full, and returns it. */
    pushDroppingOldest(item: T): T | undefined;
    shift(): T | undefined;
    /** Oldest first. */
    toArray(): T[];
    clear(): void;
}
export declare function createBoundedQueue<T>(capacity: number): BoundedQueue<T>;
