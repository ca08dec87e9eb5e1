import { mismatch, shown } from './decode-run.js';
export function compileLiteral({ value, at }, compiler) {
    const declaredAt = compiler.placeOf(at);
    const expected = shown(value);
    const text = JSON.stringify(value);
    const items = Array.isArray(value) ? value : undefined;
    const fits = items ? (wire) => sameItems(items, wire) : (wire) => wire === value;
    return {
        optional: false,
        // A list is copied: who gets a message may change it.
        encode: items ? () => structuredClone(items) : () => value,
        write: () => text,
        describe: () => ({ const: value }),
        decode: (wire, _, run) => {
            if (!fits(wire))
                mismatch(run, expected, wire, declaredAt);
        },
    };
}
/** Lists of scalars and of such lists: a sample has no other literals. */
function sameItems(items, wire) {
    if (!Array.isArray(wire) || wire.length !== items.length)
        return false;
    return items.every((item, index) => {
        const other = wire[index];
        return Array.isArray(item) ? sameItems(item, other) : item === other;
    });
}
