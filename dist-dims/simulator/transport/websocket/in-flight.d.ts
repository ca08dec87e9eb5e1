export interface InFlight {
    /** Counts one more and returns the function that counts it out; undefined once `drain` has been called. */
    enter(): (() => void) | undefined;
    /** Lets no more in; resolves when none is under way. */
    drain(): Promise<void>;
    readonly count: number;
}
export declare function createInFlight(): InFlight;
