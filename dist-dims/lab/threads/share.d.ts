import type { Ran } from '../../harness/property/try-out.js';
/** Places of programs: from the first on, up to the second, which is not one of them. */
export interface Share {
    readonly from: number;
    readonly to: number;
}
export type ShareRan = {
    readonly kind: 'ran';
    readonly programs: readonly Ran[];
}
/** A bug. */
 | {
    readonly kind: 'threw';
    readonly error: unknown;
};
