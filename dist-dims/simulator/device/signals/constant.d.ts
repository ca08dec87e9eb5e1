import type { ConstantSpec, Signal } from './signal.js';
export declare function createConstant({ value }: ConstantSpec): Signal;
