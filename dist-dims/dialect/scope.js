import { closest } from '../kernel/closest.js';
import { exampleOfList } from './example.js';
import { placeholdersOf } from './sample.js';
import { fieldAt, keyOf, listsOf, missingFrom, pathsOf } from './schema-facts.js';
/** @param sample all that the scope shows. */
export function createScope(schema, title, sample, word) {
    const names = placeholdersOf(sample).map(({ name }) => name);
    return {
        schema,
        word,
        title,
        shown: new Map(),
        meant: new Set(),
        repeated: new Set(names.filter((name, at) => names.indexOf(name) < at)),
        together: new Map(),
        finishers: [],
    };
}
/** The field that the placeholder names; what is wrong with it is reported. */
export function resolve(scope, placeholder, report) {
    const found = lookUp(scope, placeholder, report);
    if (found)
        markShown(scope, found.path, placeholder.name, placeholder.at, report);
    return found;
}
/** The same without taking down that it is shown. */
export function lookUp(scope, placeholder, report) {
    const { word } = scope;
    const path = word === undefined ? placeholder.path : placeholder.path.slice(1);
    const field = word === undefined || word === placeholder.path[0] ? fieldAt(scope.schema, path) : undefined;
    if (!field) {
        reportUnknown(scope, placeholder, report);
        return undefined;
    }
    return { ...field, path };
}
/** Takes down that the path is shown here; a field is shown once, and not within an object that is shown. */
export function markShown(scope, path, name, at, report) {
    const key = path.join('.');
    for (const [other, where] of scope.shown) {
        if (other !== key && !covers(other, key) && !covers(key, other))
            continue;
        const what = other === key ? 'twice' : 'twice, once within the other';
        report(at, `${name} is shown ${what}`, `It is shown in line ${where.line} already.`);
        return;
    }
    scope.shown.set(key, at);
}
/** Reports every field that values of the scope always have and that the sample does not show. */
export function reportMissing(scope, at, report) {
    const paths = [...scope.shown.keys(), ...scope.meant];
    const isShown = (path, partly) => {
        const key = path.join('.');
        return paths.some((other) => other === key || covers(other, key) || (partly && covers(key, other)));
    };
    const lists = listsOf(scope.schema);
    for (const path of missingFrom(scope.schema, isShown)) {
        const list = lists.find((each) => each.path.join('.') === path.join('.'));
        const what = list ? `its ${path.at(-1)}` : nameOf(scope, path);
        const hint = list ? `For example ${exampleOfList(list)}` : 'Every value has it.';
        report(at, `${scope.title} does not show ${what}`, hint);
    }
}
function reportUnknown(scope, placeholder, report) {
    const { name, at } = placeholder;
    const list = scope.word === undefined && listsOf(scope.schema).find(({ word }) => word === placeholder.path[0]);
    if (list) {
        scope.meant.add(list.path.join('.'));
        const key = keyOf(list.word);
        const keyed = key === undefined ? '' : `, or under the key "$${list.word}.${key}"`;
        report(at, `${name} stands for one element of a list`, `Use it within [ … ]${keyed}.`);
        return;
    }
    const known = pathsOf(scope.schema).map((path) => nameOf(scope, path));
    const near = closest(name, known);
    if (near !== undefined)
        scope.meant.add(withoutWord(scope, near));
    const hint = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
    report(at, `${scope.title} has no ${name}`, hint);
}
function nameOf(scope, path) {
    return `$${[...(scope.word === undefined ? [] : [scope.word]), ...path].join('.')}`;
}
function withoutWord(scope, name) {
    return name.slice(scope.word === undefined ? 1 : scope.word.length + 2);
}
/** True when the field at `inner` lies within the object at `outer`; the empty path holds everything. */
function covers(outer, inner) {
    return outer !== inner && (outer === '' || inner.startsWith(`${outer}.`));
}
