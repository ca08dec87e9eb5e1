/** Words of our own: where a secret happens to be one of them, it gives nothing away. */
const OWN_WORDS = [
    'kind',
    'channel',
    'client',
    'connection',
    'what',
    'method',
    'state',
    'reason',
    'by',
];
export function createRecorder(trace, secrets) {
    const names = new Map();
    const clean = (entry, whole) => {
        const redacted = secrets.redact(entry, whole);
        if (redacted === entry)
            return entry;
        const own = OWN_WORDS.flatMap((word) => (word in entry ? [[word, entry[word]]] : []));
        return { ...redacted, ...Object.fromEntries(own) };
    };
    return {
        trace,
        record: (entry, whole) => trace.add(clean(entry, whole)),
        connectionName: (wanted) => {
            const count = (names.get(wanted) ?? 0) + 1;
            names.set(wanted, count);
            return count === 1 ? wanted : `${wanted}#${count}`;
        },
    };
}
/** Longer texts are recorded up to here: a trace may have many of them. */
const LONGEST_TEXT = 64 * 1024;
/** A body as the trace shows it: parsed when it is JSON, its beginning when it is very long. */
export function shownBody(text, parsed) {
    if (text.length > LONGEST_TEXT)
        return `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
    return parsed === undefined ? text : parsed;
}
