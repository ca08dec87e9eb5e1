import { closest } from '../kernel/closest.js';
/** Objects of the schema should be strict: an unknown key is then reported, with the key it comes nearest to. */
export function validate(document, schema) {
    const parsed = schema.safeParse(document.value);
    if (parsed.success)
        return { ok: true, value: parsed.data };
    const problems = parsed.error.issues.flatMap((issue) => problemsOf(document, schema, issue, []));
    return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}
/** A problem at the value at `path`. */
export function problemAt(document, path, message, hint) {
    return { ...document.placeOf(path), message, ...(hint === undefined ? {} : { hint }) };
}
/** A problem at a name that is not known, with the nearest known one as a hint. */
export function unknownName(document, path, what, name, known) {
    const names = [...known];
    return problemAt(document, path, `unknown ${what} "${name}"`, suggestion(name, names));
}
function problemsOf(document, schema, issue, base) {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
        const known = knownKeys(schema, path);
        return issue.keys.map((key) => ({
            ...document.placeOfKey([...path, key]),
            message: `unknown key "${key}"${at(path)}`,
            ...hintOf(suggestion(key, known)),
        }));
    }
    if (issue.code === 'invalid_union') {
        const nearest = nearestBranch(issue.errors);
        if (nearest)
            return nearest.flatMap((inner) => problemsOf(document, schema, inner, path));
    }
    if (issue.code === 'invalid_value') {
        const given = String(valueAt(document.value, path));
        const allowed = issue.values.map(String);
        const message = `${name(path)} is ${quoteOrMissing(given)}; expected ${allowed.map((word) => `"${word}"`).join(', ')}`;
        return [{ ...document.placeOf(path), message, ...hintOf(suggestion(given, allowed, false)) }];
    }
    // A schema's own message says better what is missing than its type does.
    const ownMessage = !issue.message.startsWith('Invalid input');
    if (issue.code === 'invalid_type' && !ownMessage && valueAt(document.value, path) === undefined) {
        return [{ ...document.placeOf(path), message: `${name(path)} is missing; expected ${issue.expected}` }];
    }
    return [{ ...document.placeOf(path), message: `${name(path)}: ${lowerFirst(issue.message)}` }];
}
/** The branch of a union that got furthest is the one that the writer meant. */
function nearestBranch(branches) {
    const depth = (issues) => Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)));
    return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}
/** The keys of the object schemas at `path`, as far as the schema can be followed; of a union, all branches count. */
function knownKeys(schema, path) {
    let candidates = branchesOf(schema);
    for (const part of path)
        candidates = candidates.flatMap((each) => branchesOf(step(each, part)));
    return [
        ...new Set(candidates.flatMap(({ _zod: { def } }) => (isObjectDef(def) ? Object.keys(def.shape) : []))),
    ];
}
function isObjectDef(def) {
    return def.type === 'object';
}
/** What stands behind optional, default, pipe and union. */
function branchesOf(schema) {
    if (!schema)
        return [];
    const def = schema._zod.def;
    if (def.type === 'union')
        return def['options'].flatMap(branchesOf);
    const inner = def['innerType'] ?? (def.type === 'pipe' ? def['in'] : undefined);
    return inner ? branchesOf(inner) : [schema];
}
function step(schema, part) {
    const def = schema._zod.def;
    if (isObjectDef(def))
        return def.shape[String(part)];
    if (def.type === 'array')
        return def['element'];
    if (def.type === 'record')
        return def['valueType'];
    return undefined;
}
function suggestion(given, known, listAll = true) {
    const near = closest(given, known);
    if (near !== undefined)
        return `Did you mean "${near}"?`;
    return listAll && known.length > 0 && known.length <= 24 ? `Known: ${known.join(', ')}.` : undefined;
}
function hintOf(hint) {
    return hint === undefined ? {} : { hint };
}
function valueAt(value, path) {
    return path.reduce((inner, part) => typeof inner === 'object' && inner !== null ? inner[part] : undefined, value);
}
const quoteOrMissing = (given) => (given === 'undefined' ? 'missing' : `"${given}"`);
const name = (path) => (path.length === 0 ? 'the file' : path.map(String).join('.'));
const at = (path) => (path.length === 0 ? '' : ` in ${name(path)}`);
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);
