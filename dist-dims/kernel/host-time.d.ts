/** Wall time in milliseconds that never goes backwards, even when the machine's clock is set. */
export declare function hostNow(): number;
/** Calls back after about `delay` ms of the machine; returns the way to call it off. */
export declare function callOnHost(callback: () => void, delay: number): () => void;
/** Lets every promise that can go on do so: one turn of the host's loop empties the microtask queue. */
export declare function settled(): Promise<void>;
