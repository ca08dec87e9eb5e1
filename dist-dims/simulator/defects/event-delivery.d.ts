import type { Defect } from './defect.js';
export declare const EVENT_DELIVERY_DEFECTS: readonly Defect[];
