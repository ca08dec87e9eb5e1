/** States visited before the search is given up. */
const MOST_STATES = 20_000;
/** Writes and reads of one history: more are not looked at together. */
const MOST_ITEMS = 60;
/** What is in a register before anything was written to it is open. */
export function explain({ writes, reads }) {
    const items = [
        ...writes.map(({ span, certain, values }) => ({ span, certain, write: values })),
        ...reads.map(({ span, values }) => ({ span, certain: true, read: values })),
    ].toSorted((a, b) => a.span.from - b.span.from);
    if (items.length > MOST_ITEMS)
        return 'unknown';
    const mustBeDone = items.reduce((mask, { certain }, at) => (certain ? mask | bit(at) : mask), 0n);
    const seen = new Set();
    const open = [{ done: 0n, registers: new Map() }];
    for (let state = open.pop(); state; state = open.pop()) {
        if ((state.done & mustBeDone) === mustBeDone)
            return 'yes';
        const key = keyOf(state);
        if (seen.has(key))
            continue;
        seen.add(key);
        if (seen.size > MOST_STATES)
            return 'unknown';
        open.push(...nextStates(items, state));
    }
    return 'no';
}
function bit(at) {
    return 1n << BigInt(at);
}
function keyOf({ done, registers }) {
    const values = [...registers].map(([name, value]) => `${name}=${String(value)}`).toSorted();
    return `${done.toString(36)} ${values.join(' ')}`;
}
function nextStates(items, { done, registers }) {
    const isDone = (at) => (done & bit(at)) !== 0n;
    const left = items.flatMap((item, at) => (isDone(at) ? [] : [{ item, at }]));
    const reached = Math.max(...items.map(({ span }, at) => (isDone(at) ? span.from : Number.NEGATIVE_INFINITY)));
    // Nothing may be done any more that something certain was over before.
    const deadline = Math.min(...left.filter(({ item }) => item.certain).map(({ item }) => item.span.to));
    return left.flatMap(({ item, at }) => {
        if (item.span.from > deadline || item.span.to < reached)
            return [];
        const after = apply(item, registers);
        return after ? [{ done: done | bit(at), registers: after }] : [];
    });
}
/** Undefined when the read does not show what is there. */
function apply({ write, read }, registers) {
    if (write)
        return new Map([...registers, ...write]);
    const shown = read ?? new Map();
    for (const [name, value] of shown) {
        const held = registers.get(name);
        if (held !== undefined && held !== value)
            return undefined;
    }
    return new Map([...registers, ...shown]);
}
