export interface Span {
    readonly from: number;
    readonly to: number;
}
export interface Fold {
    /** Where the fold is drawn. */
    readonly x: number;
    /** How much time it hides. */
    readonly hidden: number;
}
export interface TimeScale {
    /** The place of a moment. */
    x(at: number): number;
    readonly folds: readonly Fold[];
    /** Busy stretches, as times. */
    readonly stretches: readonly Span[];
}
export declare function createTimeScale(spans: readonly Span[], left: number, width: number): TimeScale;
