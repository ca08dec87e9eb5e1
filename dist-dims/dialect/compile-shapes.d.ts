import { type ShapeName } from '../contract/schemas/shapes.js';
import type { ScalarSettings } from './choose-scalar.js';
import { type Node } from './node.js';
import type { Report } from './problems.js';
import type { Samples } from './sample.js';
/** What is wrong with the samples is reported; the nodes are of use only when nothing was. */
export declare function compileShapes(samples: Samples, settings: ScalarSettings, file: string, report: Report): ReadonlyMap<ShapeName, Node>;
