// What a dialect says of the wire it writes: JSON Schemas (draft 2020-12). Unknown fields are allowed in them.
import { z } from 'zod';
/** The description of a part with paths of its own. */
export function describedWithin({ refer }) {
    return refer ? { refer } : {};
}
/** What the canonical schema says of a value that the wire writes as it is. */
export function canonicalJsonSchema(schema) {
    const { $schema: _, ...facts } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    // That an integer is one that JSON carries is true of all of them, and helps nobody.
    if (facts.minimum === Number.MIN_SAFE_INTEGER)
        delete facts.minimum;
    if (facts.maximum === Number.MAX_SAFE_INTEGER)
        delete facts.maximum;
    return facts;
}
