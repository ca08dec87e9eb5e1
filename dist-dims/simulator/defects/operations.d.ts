import type { Defect } from './defect.js';
export declare const OPERATION_DEFECTS: readonly Defect[];
