// Fields of a version to come, in every object of every reply.
import { editBoth } from './edit-both.js';
export function extraFields() {
    return {
        id: 'extra-fields',
        summary: 'Envelopes, data and the objects in it carry fields that the interface does not name.',
        because: 'Fields beyond those that are named are not shown, and new ones may be added.',
        ...editBoth((message) => (message['code'] === undefined ? undefined : wider(message, 0))),
    };
}
/** Deeper than this lie the states of single channels. */
const DEEPEST = 3;
function wider(value, depth) {
    if (typeof value !== 'object' || value === null || depth > DEEPEST)
        return value;
    if (Array.isArray(value))
        return value.map((each) => wider(each, depth + 1));
    const fields = Object.entries(value).map(([name, each]) => [name, wider(each, depth + 1)]);
    return { xSince: { version: 2 }, ...Object.fromEntries(fields), xNote: null };
}
