import type { Defect } from './defect.js';
export declare const SCOPE_DEFECTS: readonly Defect[];
