// Identifiers that a server makes up, as a dialect can write them.
import type { RandomStream } from '../kernel/random.js';

/** How the dialect writes them: any text, or a text that spells a whole number. */
export type IdentifierForm = 'text' | 'number';

/** Twelve digits: as good as never the same twice, and carried by every number. */
const LEAST = 100_000_000_000;

export function newIdentifier(prefix: string, random: RandomStream, form: IdentifierForm = 'text'): string {
  return form === 'text' ? `${prefix}-${random.token(16)}` : String(random.integer(LEAST, LEAST * 10 - 1));
}
