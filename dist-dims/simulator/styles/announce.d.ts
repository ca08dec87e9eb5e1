import type { Decoration } from '../decoration.js';
interface Announced {
    /** For `data.retryAfterSeconds`. */
    readonly data: number;
    /** For the header `Retry-After`, in whole seconds. */
    readonly header: number;
}
/** @param change the delays to announce, from the seconds that are needed. */
export declare function announce(change: (needed: number) => Announced): Pick<Decoration, 'rest' | 'session'>;
export {};
