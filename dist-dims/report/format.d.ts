import type { Syntax } from '../output/writer.js';
import type { Presentation } from './presented.js';
/** Rendered from nothing but `Seen`: a result, and what has to be known beside it. */
export interface Format<Seen extends readonly unknown[]> {
    /** Decides how a character is escaped. */
    readonly syntax: Syntax;
    readonly readers: Presentation['readers'];
    /** `replaced`: the file holds this report only. `continued`: it is added to what others have written. */
    readonly file: 'replaced' | 'continued';
    readonly render: (...seen: Seen) => string;
    /** Lines for stdout beside the file. */
    readonly announce?: (...seen: Seen) => string;
}
