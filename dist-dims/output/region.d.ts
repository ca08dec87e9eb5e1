/** It must not be shown; the alias stands in its place. */
export interface Region {
    readonly from: number;
    readonly to: number;
    readonly alias: string;
    /** It is the secret itself, not a piece of it. */
    readonly isWhole: boolean;
}
/** Overlapping ones become one, under the name of the longest. */
export declare function merged(regions: readonly Region[]): Region[];
