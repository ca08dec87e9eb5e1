import type { Report } from './problems.js';
import type { Samples } from './sample.js';
export declare function checkSpreads(samples: Samples, report: Report): void;
