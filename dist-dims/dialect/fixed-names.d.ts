import { type ShapeName } from '../contract/schemas/shapes.js';
import type { Report } from './problems.js';
import { type Sample } from './sample.js';
/** Reports the fixed names that the sample of `shape` lacks, or under which it shows something else. */
export declare function checkFixedNames(shape: ShapeName, sample: Sample, report: Report): void;
