// Compiles `{ "$relay.index": sample }`: an object whose keys tell the elements of a list apart.
import { assert } from '../kernel/assert.js';
import { getterOf, setterOf } from './access-path.js';
import { elementScope, listOf } from './compile-list.js';
import { compileOnlyKey } from './compile-only-key.js';
import { mismatch, noteOrigin } from './decode-run.js';
import { finishScope } from './finish-scope.js';
import { describedWithin } from './json-schema.js';
import { NOTHING } from './node.js';
import { put } from './put.js';
import { placeholdersOf } from './sample.js';
import { keyOf, listsOf } from './schema-facts.js';
import { readKey } from './text-key.js';
import { keyPattern, textSchema } from './text-schema.js';
export function compileMap(sample, scope, compiler) {
    if (!speaksOfElements(sample, scope))
        return compileOnlyKey(sample, scope, compiler);
    const list = listOf(placeholdersOf(sample), scope, sample.at, compiler);
    if (!list)
        return NOTHING;
    const inner = elementScope(list, sample);
    const key = compileKey(sample, list, inner, compiler);
    const value = compiler.compile(sample.value, inner, false);
    if (value.optional) {
        compiler.report(sample.value.at, 'what stands under a key is never absent', 'Leave the ? out.');
    }
    const content = finishScope(value, inner, sample, compiler);
    return key ? mapNode(list, key, content, compiler.placeOf(sample.at)) : NOTHING;
}
/** Otherwise the key says something of the object that it stands in. */
function speaksOfElements({ key }, scope) {
    if (scope.word !== undefined)
        return false;
    const lists = listsOf(scope.schema);
    return placeholdersOf(key).some(({ path }) => lists.some(({ word }) => word === path[0]));
}
function compileKey({ key }, list, scope, compiler) {
    const text = readKey(key, scope, compiler);
    if (!text)
        return undefined;
    const field = keyOf(list.word);
    const [{ name } = { name: 'this' }, ...others] = placeholdersOf(key);
    const names = [name, ...others.map((each) => each.name)];
    if (field !== undefined && names.includes(`$${list.word}.${field}`))
        return text;
    const hint = field === undefined ? 'Show them as a list.' : `The key has to be $${list.word}.${field}.`;
    compiler.report(key.at, `two elements may have the same ${name}: it cannot be a key`, hint);
    return undefined;
}
function mapNode(list, key, value, declaredAt) {
    const get = getterOf(list.path);
    const set = setterOf(list.path);
    const encode = (canonical) => {
        const wire = {};
        for (const each of get(canonical)) {
            const name = key.encode(each);
            assert(name !== undefined, 'every element has what its key tells');
            assert(!Object.hasOwn(wire, name), 'the dialect has one key for each element, and two share one');
            put(wire, name, value.encode(each));
        }
        return wire;
    };
    return {
        optional: false,
        encode,
        write: (canonical) => JSON.stringify(encode(canonical)),
        describe: (how) => describeMap(key, value.describe(describedWithin(how))),
        decode: (wire, into, run) => {
            if (run.origins)
                noteOrigin(run, list.path, wire, declaredAt);
            if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
                mismatch(run, 'an object', wire, declaredAt);
                return;
            }
            const elements = [];
            run.canonical.push(...list.path);
            for (const [name, content] of Object.entries(wire)) {
                const element = {};
                run.keys.push(name);
                run.canonical.push(elements.length);
                if (!key.decode(name, element, run))
                    mismatch(run, `as key, ${key.expected}`, name, key.declaredAt);
                value.decode(content, element, run);
                run.canonical.pop();
                run.keys.pop();
                elements.push(element);
            }
            run.canonical.length -= list.path.length;
            set(into, elements);
        },
    };
}
/** What the keys look like; a key that is none of these would be no element. */
function describeMap({ schema }, value) {
    const pattern = keyPattern(textSchema(schema));
    if (pattern === undefined)
        return { type: 'object', additionalProperties: value };
    return { type: 'object', patternProperties: { [pattern]: value }, additionalProperties: false };
}
