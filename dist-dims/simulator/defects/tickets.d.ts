import type { Defect } from './defect.js';
export declare const TICKET_DEFECTS: readonly Defect[];
