import type { Defect } from './defect.js';
export declare const DEVICE_DEFECTS: readonly Defect[];
