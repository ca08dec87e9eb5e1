import type { Defect } from './defect.js';
export declare const LIMIT_DEFECTS: readonly Defect[];
