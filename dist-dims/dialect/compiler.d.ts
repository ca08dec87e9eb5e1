import type { ShapeName } from '../contract/schemas/shapes.js';
import type { ScalarSettings } from './choose-scalar.js';
import type { Node } from './node.js';
import type { Position, Report } from './problems.js';
import type { Sample } from './sample.js';
import type { Scope } from './scope.js';
export interface Compiler {
    readonly report: Report;
    readonly settings: ScalarSettings;
    /** `file:line:column`, as mismatches quote it. */
    placeOf(at: Position): string;
    /** The compiled sample of another shape of the same dialect. */
    nodeOf(shape: ShapeName): Node;
    /**
     * Compiles a part of a sample. `omissible` says that the part around it can do without it, as an object can
     * do without a field and a list cannot do without an element.
     */
    compile(sample: Sample, scope: Scope, omissible: boolean): Node;
}
