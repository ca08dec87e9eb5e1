import type { Defect } from './defect.js';
export declare const CREDENTIAL_PLACE_DEFECTS: readonly Defect[];
