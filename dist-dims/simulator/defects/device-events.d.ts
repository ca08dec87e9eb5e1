import type { Defect } from './defect.js';
export declare const DEVICE_EVENT_DEFECTS: readonly Defect[];
