import type { Defect } from './defect.js';
export declare const SERIALISATION_DEFECTS: readonly Defect[];
