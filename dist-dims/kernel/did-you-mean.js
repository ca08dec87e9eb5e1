// What a mistyped name was meant to be, in a sentence for people.
import { closest } from './closest.js';
/** More names than this are no help in a message. */
const MOST_LISTED = 24;
/**
 * @param names every name that would have been right.
 * @param elsewhere where all of them are listed, for when they are too many; default: nothing is said then.
 */
export function didYouMean(name, names, elsewhere) {
    const known = [...new Set(names)];
    const near = name.includes('*') ? closestGlob(name, known) : closestName(name, known);
    if (near !== undefined)
        return `Did you mean "${near}"?`;
    if (known.length > 0 && known.length <= MOST_LISTED)
        return `Known: ${known.join(', ')}.`;
    return elsewhere;
}
/** The name that is nearest in edits, or the only one that begins or ends with what was written. */
function closestName(name, known) {
    const near = closest(name, known);
    if (near !== undefined || name.length < LEAST_PART)
        return near;
    const lower = name.toLowerCase();
    const having = [
        known.filter((each) => each.toLowerCase().startsWith(lower)),
        known.filter((each) => each.toLowerCase().endsWith(lower)),
        known.filter((each) => each.toLowerCase().includes(lower)),
    ].find((each) => each.length > 0);
    return having?.length === 1 ? having[0] : undefined;
}
/** A part of a name that is shorter says nothing. */
const LEAST_PART = 3;
const SEPARATOR = /[/.]/g;
/** The same glob with its area spelled right: `refersh/*` is `refresh/*`. */
function closestGlob(glob, known) {
    const fixed = glob.slice(0, glob.indexOf('*'));
    const depth = fixed.match(SEPARATOR)?.length ?? 0;
    const heads = new Set(known.flatMap((name) => {
        const end = [...name.matchAll(SEPARATOR)][depth - 1]?.index;
        return depth === 0
            ? [name.split(SEPARATOR)[0] ?? name]
            : end === undefined
                ? []
                : [name.slice(0, end + 1)];
    }));
    const near = closest(fixed, heads);
    return near === undefined || near === fixed ? undefined : near + glob.slice(fixed.length);
}
