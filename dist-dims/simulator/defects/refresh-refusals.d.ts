import type { Defect } from './defect.js';
export declare const REFRESH_REFUSAL_DEFECTS: readonly Defect[];
