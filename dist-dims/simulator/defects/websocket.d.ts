import type { Defect } from './defect.js';
export declare const WEBSOCKET_DEFECTS: readonly Defect[];
