export function isKilled({ killers, bugs }) {
    return killers.length > 0 && bugs.length === 0;
}
export function isFair({ red, bugs }) {
    return red.length === 0 && bugs.length === 0;
}
/** Every defect is caught by a check that cites its rule, and nothing that is right is called wrong. */
export function holds({ defects, right }) {
    return defects.every(isKilled) && right.every(isFair);
}
