export interface Interval {
    /** Clock time in ms. */
    readonly from: number;
    readonly to: number;
}
/** The least and the most time that can lie between an act in `first` and an act in `second`; never negative. */
export declare function gapBetween(first: Interval, second: Interval): {
    readonly least: number;
    readonly most: number;
};
/** True when the spans share at least a moment: the two acts may have been at once. */
export declare function mayOverlap(a: Interval, b: Interval): boolean;
/** True when everything in `a` was over before anything in `b` began. */
export declare function surelyBefore(a: Interval, b: Interval): boolean;
/** True when `a` holds all of `b`. */
export declare function contains(a: Interval, b: Interval): boolean;
