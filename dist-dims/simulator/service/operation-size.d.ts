import type { Operation } from '../../contract/schemas/command.js';
/** In characters. */
export declare function sizeOfOperation({ name, params }: Operation): number;
