import type { Style } from './style.js';
export declare function allStyles(): readonly Style[];
export declare function createStyle(id: string): Style | undefined;
