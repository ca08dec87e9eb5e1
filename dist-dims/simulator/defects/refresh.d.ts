import type { Defect } from './defect.js';
export declare const REFRESH_DEFECTS: readonly Defect[];
