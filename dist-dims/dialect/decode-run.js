import { escapeKey } from './pointer.js';
/** @param start JSON Pointer of the data in the whole message. */
export function startRun(start, origins) {
    return { keys: [], canonical: [], mismatches: [], origins, start };
}
function pointerOf(run) {
    return run.keys.reduce((pointer, key) => `${pointer}/${escapeKey(String(key))}`, run.start);
}
export function mismatch(run, expected, wire, declaredAt) {
    run.mismatches.push({ pointer: pointerOf(run), expected, actual: shown(wire), declaredAt });
}
/** Notes where the canonical field at `path` of the object at hand comes from. */
export function noteOrigin(run, path, wire, declaredAt) {
    run.origins?.push({ canonical: [...run.canonical, ...path], pointer: pointerOf(run), wire, declaredAt });
}
const LONGEST_SHOWN = 60;
/** Data of the wire in short, for a person. */
export function shown(wire) {
    if (wire === undefined)
        return 'nothing';
    const text = JSON.stringify(wire) ?? typeof wire;
    return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1)}…`;
}
