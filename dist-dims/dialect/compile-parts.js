// Compiles a choice that several places tell together: `{ on: $action(true|false|true):json, pulse: ... }`.
import { getterOf, setterOf } from './access-path.js';
import { valuesOf } from './choose-scalar.js';
import { mismatch, noteOrigin } from './decode-run.js';
import { scalarText } from './json-text.js';
import { NOTHING } from './node.js';
import { LEFT_OUT } from './scalar-codec.js';
import { lookUp } from './scope.js';
import { readWords } from './words.js';
export function compilePart(placeholder, scope, compiler) {
    const { name, at } = placeholder;
    const field = lookUp(scope, placeholder, compiler.report);
    const values = field && valuesOf(field.schema, compiler.settings);
    if (!field || !values)
        return NOTHING;
    const key = field.path.join('.');
    if (!scope.shown.has(key))
        scope.shown.set(key, at);
    const words = wordsOf(placeholder, values, compiler);
    if (!words)
        return NOTHING;
    if (placeholder.optional && !field.optional) {
        compiler.report(at, `${name} is never absent`, 'Leave the ? out.');
    }
    const declaredAt = compiler.placeOf(at);
    const whole = (scope.together.get(key) ?? createWhole(field.path, placeholder, values, compiler));
    scope.together.set(key, whole);
    const part = { words, optional: placeholder.optional, came: new WeakMap() };
    whole.parts.push(part);
    return partNode(part, field.path, declaredAt);
}
/** One word for each value; two values may have the same one here. */
function wordsOf(placeholder, values, compiler) {
    const { name, words, at } = placeholder;
    if (!words)
        return new Map(values.map((value) => [value, value]));
    if (words.length !== values.length) {
        const hint = `The words stand for ${values.join(', ')}, in this order.`;
        compiler.report(at, `${name} needs ${values.length} words, and has ${words.length}`, hint);
        return undefined;
    }
    const read = readWords(placeholder, words);
    if ('message' in read) {
        compiler.report(at, read.message, read.hint);
        return undefined;
    }
    return new Map(values.map((value, index) => [value, read[index]]));
}
function partNode({ words, optional, came }, path, declaredAt) {
    const get = getterOf(path);
    const all = [...new Set(words.values())].filter((word) => word !== LEFT_OUT);
    const leftOut = all.length < new Set(words.values()).size;
    const encode = (value) => {
        const word = words.get(get(value));
        return word === LEFT_OUT ? undefined : word;
    };
    return {
        optional: optional || leftOut,
        encode,
        write: (value) => {
            const word = encode(value);
            return word === undefined ? undefined : scalarText(word);
        },
        describe: () => ({ enum: all }),
        decode: (wire, into, run) => {
            if (run.origins)
                noteOrigin(run, path, wire, declaredAt);
            if (all.includes(wire))
                came.set(into, wire);
            else
                mismatch(run, `one of ${all.map(String).join(', ')}`, wire, declaredAt);
        },
    };
}
function createWhole(path, { name, at }, values, compiler) {
    const parts = [];
    const declaredAt = compiler.placeOf(at);
    return {
        parts,
        close: (report) => {
            const told = values.map((value) => parts.map(({ words }) => shown(words.get(value))).join(' '));
            const twice = values.find((_, index) => told.indexOf(told[index] ?? '') < index);
            if (twice !== undefined) {
                const hint = 'Give one of its places another word for one of them.';
                report(at, `${name} looks the same for ${shown(twice)} as for another value`, hint);
            }
            const set = setterOf(path);
            return (into, run) => {
                const said = parts.map(({ came }) => (came.has(into) ? came.get(into) : LEFT_OUT));
                const nothing = said.every((word) => word === LEFT_OUT);
                if (nothing && parts.every(({ optional }) => optional))
                    return;
                const [value, ...others] = values.filter((each) => parts.every(({ words, optional }, nth) => words.get(each) === said[nth] || (optional && said[nth] === LEFT_OUT)));
                if (value !== undefined && others.length === 0)
                    set(into, value);
                else if (run.mismatches.length === 0) {
                    mismatch(run, `the places of ${name} to say the same`, into, declaredAt);
                }
            };
        },
    };
}
function shown(word) {
    return word === LEFT_OUT ? 'absent' : JSON.stringify(word);
}
