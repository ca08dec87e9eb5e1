import type { RandomStream } from '../kernel/random.js';
/** How the dialect writes them: any text, or a text that spells a whole number. */
export type IdentifierForm = 'text' | 'number';
export declare function newIdentifier(prefix: string, random: RandomStream, form?: IdentifierForm): string;
