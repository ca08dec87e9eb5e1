/** Twelve digits: as good as never the same twice, and carried by every number. */
const LEAST = 100_000_000_000;
export function newIdentifier(prefix, random, form = 'text') {
    return form === 'text' ? `${prefix}-${random.token(16)}` : String(random.integer(LEAST, LEAST * 10 - 1));
}
