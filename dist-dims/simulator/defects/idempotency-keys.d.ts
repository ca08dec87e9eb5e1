import type { Defect } from './defect.js';
export declare const IDEMPOTENCY_KEY_DEFECTS: readonly Defect[];
