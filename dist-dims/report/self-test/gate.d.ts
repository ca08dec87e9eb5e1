import type { DefectRow, Matrix, RightRow } from '../../lab/self-test/matrix.js';
export declare function isKilled({ killers, bugs }: DefectRow): boolean;
export declare function isFair({ red, bugs }: RightRow): boolean;
/** Every defect is caught by a check that cites its rule, and nothing that is right is called wrong. */
export declare function holds({ defects, right }: Matrix): boolean;
