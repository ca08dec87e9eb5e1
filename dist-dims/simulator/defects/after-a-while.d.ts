import type { Defect } from './defect.js';
export declare const AFTER_A_WHILE_DEFECTS: readonly Defect[];
