import { escaped } from '../../output/escape.js';
/** A run that is to switch nothing does not put back either; undefined when nothing is in its way. */
export function leftoversRefused(leftovers, restoreLine, restriction) {
    if (!leftovers || restriction === undefined)
        return undefined;
    const { command, since } = leftovers.record.target;
    return {
        kind: 'words',
        message: `${command}, begun at ${since}, has left something switched, and with --${restriction} nothing is put back`,
        hint: `Put it back first: ${restoreLine}`,
    };
}
/** Why nothing was checked. @param path of what an earlier run has left. */
export function unchecked(ended, path) {
    switch (ended.kind) {
        case 'differs':
            return ended.problems.map(complaintOf);
        case 'unstored':
            return [
                {
                    kind: 'words',
                    message: `nothing is switched, and nothing was checked: ${ended.why}`,
                    hint: 'What would have to be put back must be on the disk first; --restore-dir DIR takes another one.',
                },
            ];
        case 'leftovers':
            return ended.left.map((message, at) => ({
                kind: 'words',
                message: `left by an earlier run: ${message}`,
                ...(at === ended.left.length - 1 ? { hint: untilPutBack(path) } : {}),
            }));
        default:
            return ended;
    }
}
/** What this run could not put back. */
export function leftBehind({ notRestored }, unstored, restoreLine) {
    const left = notRestored.length === 0 || restoreLine === undefined
        ? []
        : [
            {
                kind: 'words',
                message: escaped(`not as found: ${notRestored.join('; ')}`),
                hint: `To put it back later: ${restoreLine}`,
            },
        ];
    return unstored === undefined ? left : [...left, { kind: 'words', message: unstored }];
}
/** What to do about a thing that cannot be put back. */
function untilPutBack(path) {
    return `Nothing is checked before that is put back. Where it is to stay as it is, remove ${path ?? 'the restore file'}.`;
}
function complaintOf({ message, hint }, at) {
    const more = at === 0 ? '\nNothing was checked; --anyway checks all the same.' : '';
    return { kind: 'words', message: escaped(message), hint: `${hint}${more}` };
}
