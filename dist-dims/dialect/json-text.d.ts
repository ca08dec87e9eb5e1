import type { WireValue } from './scalar-codec.js';
export declare function quoted(text: string): string;
export declare function scalarText(value: WireValue): string;
