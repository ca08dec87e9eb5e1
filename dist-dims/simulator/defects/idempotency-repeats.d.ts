import type { Defect } from './defect.js';
export declare const IDEMPOTENCY_REPEAT_DEFECTS: readonly Defect[];
