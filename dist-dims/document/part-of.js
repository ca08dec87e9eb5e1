/** The value at `path`, with the places of the whole. */
export function partOf(document, path) {
    return {
        ...document,
        value: path.reduce((value, key) => value?.[key], document.value),
        placeOf: (inner) => document.placeOf([...path, ...inner]),
        placeOfKey: (inner) => document.placeOfKey([...path, ...inner]),
    };
}
