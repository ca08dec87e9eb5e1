import type { Defect } from './defect.js';
export declare const SCOPE_OPERATION_DEFECTS: readonly Defect[];
