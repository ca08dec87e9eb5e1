import type { Defect } from './defect.js';
export declare const AUTHENTICATION_DEFECTS: readonly Defect[];
