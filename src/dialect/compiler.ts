// What the compilers of the parts of a sample share. They reach one another through it, so that none imports another.
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { ScalarSettings } from './choose-scalar.js';
import type { Node } from './node.js';
import type { Position, ReportProblem } from './problems.js';
import type { Sample } from './sample.js';
import type { ShapeScope } from './scope.js';

export interface Compiler {
  readonly report: ReportProblem;
  readonly settings: ScalarSettings;
  /** `file:line:column`, as mismatches quote it. */
  placeOf(at: Position): string;
  /** The compiled sample of another shape of the same dialect. */
  nodeOf(shape: ShapeName): Node;
  /**
   * Compiles a part of a sample. `omissible` says that the part around it can do without it, as an object can
   * do without a field and a list cannot do without an element.
   */
  compile(sample: Sample, scope: ShapeScope, omissible: boolean): Node;
}
