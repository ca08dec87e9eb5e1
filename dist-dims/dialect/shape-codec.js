import { shown, startRun } from './decode-run.js';
/** @param declaredAt `file:line:column` of the sample, for what no part of it answers for. */
export function createShapeCodec(node, schema, declaredAt) {
    return {
        encode: (value) => node.encode(value),
        write: (value) => node.write(value) ?? 'null',
        schema: (how = {}) => node.describe(how),
        decode: (wire, pointer = '') => {
            const value = {};
            const run = startRun(pointer);
            node.decode(wire, value, run);
            if (run.mismatches.length > 0)
                return { ok: false, mismatches: run.mismatches };
            const checked = schema.safeParse(value);
            // The value itself, and not zod's copy: they are the same field by field.
            if (checked.success)
                return { ok: true, value: value };
            return { ok: false, mismatches: explain(checked.error.issues, node, wire, pointer, declaredAt) };
        },
    };
}
/** Decodes once more, taking down where each canonical field came from, and lays the objections there. */
function explain(issues, node, wire, pointer, declaredAt) {
    const origins = [];
    const run = startRun(pointer, origins);
    node.decode(wire, {}, run);
    const whole = { canonical: [], pointer, wire, declaredAt };
    return issues.map((issue) => {
        const origin = nearest(origins, issue.path) ?? whole;
        return {
            pointer: origin.pointer,
            expected: expectation(issue),
            actual: shown(origin.wire),
            declaredAt: origin.declaredAt,
        };
    });
}
/** The origin of the field at `path`, or of the smallest part that holds it. */
function nearest(origins, path) {
    let best;
    for (const origin of origins) {
        const holds = origin.canonical.every((key, index) => key === path[index]);
        if (holds && (!best || origin.canonical.length > best.canonical.length))
            best = origin;
    }
    return best;
}
/** `Too small: expected number to be >=1` -> `number to be >=1`. */
function expectation(issue) {
    const [, expected = issue.message] = /expected (.*?)(?:, received .*)?$/.exec(issue.message) ?? [];
    return expected;
}
