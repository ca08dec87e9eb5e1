const NAME = String.raw `[A-Za-z_][\w-]*(?:\.[\w-]+)*`;
const WHOLE = new RegExp(String.raw `^\$(?:(${NAME})|\{\s*(${NAME})\s*\})$`);
const INSIDE = new RegExp(String.raw `\$\{\s*(${NAME})\s*\}`, 'g');
/** The reference that a text consists of, if it is one. */
export function wholeReference(text) {
    const match = WHOLE.exec(text);
    return match ? referenceOf(match[1] ?? match[2] ?? '') : undefined;
}
/** A place that speaks of nothing but references may leave the dollar sign out. */
export function bareReference(text) {
    return referenceOf(text.replace(/^\$\{?\s*/, '').replace(/\s*\}$/, ''));
}
export function referencesIn(text) {
    const whole = wholeReference(text);
    if (whole)
        return [whole];
    return [...text.matchAll(INSIDE)].map((match) => referenceOf(match[1] ?? ''));
}
/** Every text in a value that holds references, with its path. */
export function* referencesOf(value, path = []) {
    if (typeof value === 'string') {
        for (const reference of referencesIn(value))
            yield { reference, path };
    }
    else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value))
            yield* referencesOf(inner, [...path, key]);
    }
}
/**
 * Follows the path of a reference into a value; undefined when it leads nowhere. A field of a list is the list of
 * that field of its elements, without those that lack it.
 */
export function follow(value, path) {
    let current = value;
    for (const [at, part] of path.entries()) {
        if (Array.isArray(current) && !Object.hasOwn(current, part)) {
            const rest = path.slice(at);
            const found = current.map((element) => follow(element, rest)).filter((each) => each !== undefined);
            return found.length === 0 && current.length > 0 ? undefined : found;
        }
        if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part))
            return undefined;
        current = current[part];
    }
    return current;
}
/** The value with every reference replaced by what it stands for. */
export function resolveReferences(value, lookup) {
    const missing = [];
    const found = (reference) => {
        const target = lookup(reference);
        if (target === undefined)
            missing.push(`$${reference.text}`);
        return target;
    };
    const text = (written) => {
        if (!written.includes('$'))
            return written;
        if (written.startsWith('$$'))
            return written.slice(1);
        const whole = wholeReference(written);
        if (whole)
            return found(whole);
        return written.replace(INSIDE, (_, name) => asText(found(referenceOf(name))));
    };
    const walk = (inner) => {
        if (typeof inner === 'string')
            return text(inner);
        if (Array.isArray(inner))
            return inner.map(walk);
        if (typeof inner === 'object' && inner !== null)
            return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, walk(each)]));
        return inner;
    };
    return { value: walk(value), missing };
}
function referenceOf(text) {
    const [root = '', ...path] = text.split('.');
    return { root, path, text };
}
function asText(value) {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
