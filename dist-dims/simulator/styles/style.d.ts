import type { Decoration } from '../decoration.js';
export interface Style extends Decoration {
    readonly id: string;
    /** What a service of this style does, in one sentence. */
    readonly summary: string;
    /** What in the interface leaves it free. */
    readonly because: string;
}
