import { escapeKey } from './pointer.js';
/** Every placeholder in the sample, in the order of the file. */
export function placeholdersOf(sample) {
    switch (sample.kind) {
        case 'value':
            return [sample.placeholder];
        case 'template':
            return [...sample.placeholders];
        case 'object':
            return [...sample.fields.map((field) => field.sample), ...spreadValues(sample)].flatMap(placeholdersOf);
        case 'list':
            return placeholdersOf(sample.element);
        case 'map':
            return [sample.key, sample.value].flatMap(placeholdersOf);
        case 'literal':
        case 'broken':
            return [];
    }
}
function spreadValues({ spreads }) {
    return spreads.map(({ value }) => value);
}
/** True when a part of the sample could not be read, so that nobody knows what it shows. */
export function isBroken(sample) {
    switch (sample.kind) {
        case 'object':
            return sample.fields.some((field) => isBroken(field.sample));
        case 'list':
            return isBroken(sample.element);
        case 'map':
            return isBroken(sample.value);
        default:
            return sample.kind === 'broken';
    }
}
/** Where the wire has the field of a placeholder, as a JSON Pointer; lists are not looked into. */
export function pointerTo(sample, name) {
    if (sample.kind === 'value')
        return sample.placeholder.name === name ? '' : undefined;
    if (sample.kind !== 'object')
        return undefined;
    if (sample.spreads.some(({ value }) => value.placeholder.name === name))
        return '';
    for (const field of sample.fields) {
        const inner = pointerTo(field.sample, name);
        if (inner !== undefined)
            return `/${escapeKey(field.name)}${inner}`;
    }
    return undefined;
}
/**
 * The names of all fields, those of shapes within it left out.
 * @param field only of those that show this field of the canonical value; a key that shows it counts under the name
 * of its object.
 */
export function namesIn(sample, field, under) {
    const shows = (each) => field === undefined || placeholdersOf(each).some(({ name }) => name === `$${field}`);
    const own = under !== undefined && shows(sample) ? [under] : [];
    switch (sample.kind) {
        case 'object': {
            const inner = sample.fields.flatMap((each) => namesIn(each.sample, field, each.name));
            return field === undefined ? [...own, ...inner] : inner;
        }
        case 'list':
            return namesIn(sample.element, field, under);
        case 'map':
            return shows(sample.key) ? own : namesIn(sample.value, field, under);
        default:
            return own;
    }
}
