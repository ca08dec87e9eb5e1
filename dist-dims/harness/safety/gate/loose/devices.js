/** Shorter ones are looked for as whole words: they would be found in everything. */
const SHORTEST = 3;
/** @param lasts what the parts of the message are with every layer of escapes off. */
export function devicesIn(readings, lasts, ids, words) {
    const longestFirst = ids.toSorted((a, b) => b.length - a.length);
    const known = new Set();
    for (const reading of readings) {
        let rest = reading.replace(/[^a-z0-9]/g, '');
        for (const id of longestFirst) {
            const short = squashed(id);
            const there = short.length < SHORTEST ? wholeWord(id.toLowerCase()).test(reading) : rest.includes(short);
            if (!there)
                continue;
            known.add(id);
            // `dev-1` does not stand in `dev-10` where there is a device of that name.
            rest = rest.replaceAll(short, ' ');
        }
    }
    return { known: [...known], others: lasts.flatMap((last) => othersIn(last, ids, words)) };
}
function othersIn(last, ids, { deviceKeys }) {
    const keys = [...deviceKeys].join('|');
    const inPath = [...last.matchAll(/devices[/\\]+([^/\\?#;\s"']+)/g)];
    const inFields = [
        ...last.matchAll(new RegExp(`(?:^|[^a-z])(?:${keys})["']?\\s*[:=]\\s*["']?([^"',}&\\s[{]+)`, 'g')),
    ];
    return [...inPath, ...inFields]
        .map(([, value = '']) => value)
        .filter((value) => !ids.some((id) => squashed(value).endsWith(squashed(id)) && squashed(id) !== ''))
        .filter((value) => value !== 'request');
}
/** What takes the names of devices out of a text. */
export function withoutDevices(ids) {
    const names = ids.toSorted((a, b) => b.length - a.length).map((id) => escaped(id.toLowerCase()));
    const any = new RegExp(`conform-no-such-[a-z0-9-]{1,40}|\\b999999999999999\\b|(?<![a-z0-9])(?:${[...names, '(?!)'].join('|')})(?![a-z0-9])`, 'g');
    return (text) => text.replace(any, ' ');
}
function wholeWord(text) {
    return new RegExp(`(?<![a-z0-9])${escaped(text)}(?![a-z0-9])`);
}
function escaped(text) {
    return text.replace(/[\\^$.|?+*()[\]{}]/g, String.raw `\$&`);
}
function squashed(id) {
    return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}
