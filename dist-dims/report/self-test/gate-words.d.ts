import type { Matrix, RightRow } from '../../lab/self-test/matrix.js';
export interface Tally {
    readonly what: string;
    readonly good: number;
    readonly of: number;
}
export declare function tallies({ defects, right }: Matrix): Tally[];
export declare function ofKind(right: readonly RightRow[], kind: RightRow['kind']): RightRow[];
/** The first few, and how many more there are. */
export declare function listed(names: readonly string[], most: number): string;
/** What stands against the gate, a line for each. */
export declare function complaintsOf({ defects, right }: Matrix): string[];
