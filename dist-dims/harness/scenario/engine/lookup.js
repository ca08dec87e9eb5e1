// What the references of a scenario stand for in an attempt.
import { follow, resolveReferences } from '../language/reference.js';
export function lookUp(context, { root, path }) {
    const capture = context.captures.get(root);
    if (capture)
        return ofCapture(capture, path);
    if (root === 'managed')
        return follow(context.managed, path);
    if (root === 'run')
        return follow(runFacts(context), path);
    return follow(context.devices.get(root) ?? context.clients.get(root), path);
}
/** The fields of `run`, as `RUN_FIELDS` explains them. */
function runFacts({ roundTrip, patience, id }) {
    return { roundTrip, overlap: 2 * roundTrip, patience, id };
}
export function resolve(context, value) {
    return resolveReferences(value, (reference) => lookUp(context, reference));
}
/** The text that a text with references stands for; undefined when it leads nowhere. */
export function resolveText(context, written) {
    const { value, missing } = resolve(context, written);
    return missing.length === 0 && typeof value === 'string' ? value : undefined;
}
/** A step that ran several times at once is a list of views: each field of it, a list of values. */
function ofCapture(capture, path) {
    if (!capture.many)
        return follow(capture.views[0], path);
    // A missing value is null here: the list keeps its length, and no matcher takes it for an absent field.
    return capture.views.map((view) => follow(view, path) ?? null);
}
