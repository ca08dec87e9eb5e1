import type { Defect } from './defect.js';
export declare const VERSION_DEFECTS: readonly Defect[];
