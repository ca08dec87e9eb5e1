// Compiles `[ sample ]`: one element of the sample stands for each element of a list of the shape.
import { closest } from '../kernel/closest.js';
import { getterOf, setterOf } from './access-path.js';
import { mismatch, noteOrigin } from './decode-run.js';
import { canonicalJsonSchema, describedWithin } from './json-schema.js';
import { NOTHING } from './node.js';
import { finishScope } from './finish-scope.js';
import { byPosition, isPositional } from './positions.js';
import { placeholdersOf } from './sample.js';
import { listsOf } from './schema-facts.js';
import { createScope, markShown } from './scope.js';
export function compileList(sample, scope, compiler) {
    const list = listOf(placeholdersOf(sample.element), scope, sample.at, compiler);
    if (!list)
        return NOTHING;
    const inner = elementScope(list, sample.element);
    const compiled = compiler.compile(sample.element, inner, false);
    if (compiled.optional) {
        compiler.report(sample.element.at, 'an element of a list is never absent', 'Leave the ? out.');
    }
    const positional = isPositional(list, inner, sample.at);
    const element = finishScope(compiled, inner, sample, compiler);
    const node = listNode(list, element, compiler.placeOf(sample.at));
    return positional ? byPosition(node, list) : node;
}
/** The list whose elements the placeholders speak of; that it is shown here is taken down. */
export function listOf(placeholders, scope, at, { report }) {
    const lists = scope.word === undefined ? listsOf(scope.schema) : [];
    const words = placeholders.map(({ path }) => path[0] ?? '');
    const named = words.find((each) => lists.some(({ word }) => word === each));
    const list = lists.find(({ word }) => word === named);
    if (list) {
        markShown(scope, list.path, `the list of $${list.word}`, at, report);
        return list;
    }
    const [first] = placeholders;
    const known = lists.map(({ word }) => `$${word}`);
    const near = closest(`$${words[0] ?? ''}`, known);
    if (near !== undefined) {
        const meant = lists.find(({ word }) => `$${word}` === near);
        if (meant)
            scope.meant.add(meant.path.join('.'));
    }
    const hint = near === undefined ? knownHint(known) : `Did you mean ${near}?`;
    report(first?.at ?? at, `${first?.name ?? 'this'} is no element of a list of ${scope.title}`, hint);
    return undefined;
}
export function elementScope(list, sample) {
    return createScope(list.element, `the sample of $${list.word}`, sample, list.word);
}
function knownHint(known) {
    return known.length === 0 ? 'There is no list here.' : `Known: ${known.join(', ')}.`;
}
function listNode(list, element, declaredAt) {
    const get = getterOf(list.path);
    const set = setterOf(list.path);
    return {
        optional: false,
        encode: (value) => {
            const wire = [];
            for (const each of get(value))
                wire.push(element.encode(each));
            return wire;
        },
        write: rememberingLast(
        // Joined rather than added up: the text is one piece, which those who send it need not put together.
        (elements) => `[${elements.map((each) => element.write(each) ?? 'null').join(',')}]`, get),
        describe: (how) => ({ ...lengthOf(list), type: 'array', items: element.describe(describedWithin(how)) }),
        decode: (wire, into, run) => {
            if (run.origins)
                noteOrigin(run, list.path, wire, declaredAt);
            if (!Array.isArray(wire)) {
                mismatch(run, 'an array', wire, declaredAt);
                return;
            }
            const elements = [];
            run.canonical.push(...list.path);
            for (const [index, each] of wire.entries()) {
                const content = {};
                run.keys.push(index);
                run.canonical.push(index);
                element.decode(each, content, run);
                run.canonical.pop();
                run.keys.pop();
                elements.push(content);
            }
            run.canonical.length -= list.path.length;
            set(into, elements);
        },
    };
}
/** A list that is asked for again and again and does not change is written once: its elements are frozen. */
function rememberingLast(write, get) {
    let last;
    return (value) => {
        const elements = get(value);
        if (last?.elements.length === elements.length &&
            elements.every((each, at) => each === last?.elements[at]))
            return last.text;
        const text = write(elements);
        if (elements.length > 0 && elements.every(Object.isFrozen))
            last = { elements: [...elements], text };
        return text;
    };
}
function lengthOf({ schema }) {
    const { minItems, maxItems } = canonicalJsonSchema(schema);
    return { ...(minItems === undefined ? {} : { minItems }), ...(maxItems === undefined ? {} : { maxItems }) };
}
