export interface Growth {
    readonly kind: 'grow' | 'do not grow' | 'none' | 'too few' | 'unclear';
    /** Delays that were looked at. */
    readonly n: number;
    /** Mean of the later ones over the mean of the earlier ones. */
    readonly ratio: number;
}
/** @param chains the delays in ms of each chain of tries. */
export declare function growthOf(chains: readonly (readonly number[])[]): Growth;
