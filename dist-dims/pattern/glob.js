// Names in which `*` stands for any text.
import { RE2JS } from 're2js';
export function isGlob(name) {
    return name.includes('*');
}
/** Whether a name is one of those given, or fits one of them. */
export function nameMatcher(names) {
    const exact = new Set(names.filter((name) => !isGlob(name)));
    const globs = names.filter(isGlob).map(compileGlob);
    return (name) => exact.has(name) || globs.some((fits) => fits(name));
}
/** Without a `*`, the whole name must be given. */
export function matches(glob, name) {
    return nameMatcher([glob])(name);
}
function compileGlob(glob) {
    const parts = glob.replace(/\*+/g, '*').split('*');
    const least = parts.reduce((sum, part) => sum + part.length, 0);
    let expression;
    // A name that is shorter than the letters of the glob cannot fit: long globs never meet the engine.
    return (name) => {
        if (name.length < least)
            return false;
        expression ??= RE2JS.compile(parts.map((part) => RE2JS.quote(part)).join('.*'), RE2JS.DOTALL);
        return expression.testExact(name);
    };
}
