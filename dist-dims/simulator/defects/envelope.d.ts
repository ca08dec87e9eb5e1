import type { Defect } from './defect.js';
export declare const ENVELOPE_DEFECTS: readonly Defect[];
