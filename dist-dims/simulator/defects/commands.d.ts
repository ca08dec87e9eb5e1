import type { Defect } from './defect.js';
export declare const COMMAND_DEFECTS: readonly Defect[];
