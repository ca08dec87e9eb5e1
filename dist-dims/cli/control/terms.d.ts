import type { Terms } from './control-client.js';
/** @param names what stands for a pointer as a whole, such as `/index` for `<index>`. */
export declare function termsOf(names: Readonly<Record<string, string>>): Terms;
