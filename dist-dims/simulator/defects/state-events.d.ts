import type { Defect } from './defect.js';
export declare const STATE_EVENT_DEFECTS: readonly Defect[];
