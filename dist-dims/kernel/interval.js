// Spans of time, and what they prove. An operation took place somewhere in [sent, answered]; a law is
// broken only when every placement inside the spans breaks it.
/** The least and the most time that can lie between an act in `first` and an act in `second`; never negative. */
export function gapBetween(first, second) {
    return {
        least: Math.max(0, second.from - first.to, first.from - second.to),
        most: Math.max(second.to - first.from, first.to - second.from),
    };
}
/** True when the spans share at least a moment: the two acts may have been at once. */
export function mayOverlap(a, b) {
    return a.from <= b.to && b.from <= a.to;
}
/** True when everything in `a` was over before anything in `b` began. */
export function surelyBefore(a, b) {
    return a.to < b.from;
}
/** True when `a` holds all of `b`. */
export function contains(a, b) {
    return a.from <= b.from && b.to <= a.to;
}
