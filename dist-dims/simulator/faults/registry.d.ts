import type { FaultType } from './fault.js';
export declare const FAULT_TYPES: readonly FaultType[];
export declare function faultType(type: string): FaultType | undefined;
