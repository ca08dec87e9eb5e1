// The contact in front of a digital input: it is moved from outside or follows a pattern, and it bounces.
// Knows no clock: it says when it moves next, and is told when that moment has come.
import { edgeAt, edgesUntil } from './pattern.js';
/** @param bounce moments after an edge at `at`, in ms and ascending, at which the contact bounces. */
export function createContact(active, bounce) {
    let level = active;
    let since = -Infinity;
    let bounces = [];
    let following;
    let held;
    const move = (to, at) => {
        if (level === to)
            return;
        level = to;
        since = at;
    };
    /** An edge of the outside world, with the bounces that it brings. */
    const strike = (to, at) => {
        bounces = level === to ? [] : bouncesAfter(to, at, bounce(at));
        move(to, at);
    };
    return {
        level: () => level,
        held: () => held,
        since: () => since,
        drive: (to, now) => {
            following = undefined;
            held = to;
            strike(to, now);
        },
        follow: (pattern, begun) => {
            bounces = [];
            held = undefined;
            following = { pattern, since: begun, initial: level, taken: 0 };
        },
        nextAt: () => Math.min(bounces[0]?.at ?? Infinity, nextOf(following)?.at ?? Infinity),
        step: () => {
            const edge = nextOf(following);
            const [first, ...rest] = bounces;
            if (following && edge && edge.at <= (first?.at ?? Infinity)) {
                following.taken++;
                strike(edge.level, edge.at);
            }
            else if (first) {
                bounces = rest;
                move(first.level, first.at);
            }
        },
        skipTo: (now) => {
            const past = following ? edgesToSkip(following, now) : 0;
            if (!following || past === 0)
                return;
            following.taken = past;
            bounces = [];
            level = following.initial !== (past % 2 === 1);
            since = following.since + (edgeAt(following.pattern, past - 1) ?? 0);
        },
    };
}
/** The contact leaves its new level and comes back to it; a bounce that would leave it astray is dropped. */
function bouncesAfter(level, at, offsets) {
    const whole = offsets.slice(0, offsets.length - (offsets.length % 2));
    return whole.map((offset, nth) => ({ at: at + offset, level: level !== (nth % 2 === 0) }));
}
function nextOf(following) {
    if (!following)
        return undefined;
    const { pattern, since, initial, taken } = following;
    const at = edgeAt(pattern, taken);
    return at === undefined ? undefined : { at: since + at, level: initial !== (taken % 2 === 0) };
}
/** All but the last two cycles: a level that does not last within those never lasts. 0 when there are none. */
function edgesToSkip({ pattern, since, taken }, now) {
    const past = edgesUntil(pattern, now - since) - (2 * pattern.edges.length + 2);
    return past > taken ? past : 0;
}
