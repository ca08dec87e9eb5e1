import type { Style } from './style.js';
export declare function keyRequired(): Style;
