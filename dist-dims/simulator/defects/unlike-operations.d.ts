import type { Defect } from './defect.js';
export declare const UNLIKE_OPERATION_DEFECTS: readonly Defect[];
