import type { Defect } from './defect.js';
export declare const CHANNEL_PLACE_DEFECTS: readonly Defect[];
