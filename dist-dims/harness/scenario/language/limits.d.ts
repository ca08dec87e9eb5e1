export declare const SCENARIO_LIMITS: {
    /** Rows of a matrix. */
    cases: number;
    /** Values of all cases of a file, with what they include: lists, maps, and what stands in them. */
    values: number;
    /** Steps of one case, those inside of others and the included ones with them. */
    steps: number;
    /** Steps inside of steps, and includes inside of includes. */
    depth: number;
    /** Of one step inside of `parallel`. */
    times: number;
    /** Steps that one `parallel` runs at once. */
    atOnce: number;
    /** Characters of a title. */
    title: number;
    /** Any duration that a step names, in ms. */
    duration: number;
};
/** What the cases of one file may still hold. */
export interface Budget {
    /** False when there is not enough left; then nothing is. */
    spend(value: unknown): boolean;
}
export declare function createBudget(most?: number): Budget;
