/** Records are searched when somebody reads them, so that a journal nobody reads costs nothing. */
export function cleanJournal(journal, secrets) {
    const clean = (record) => secrets.redact(record);
    return {
        note: journal.note,
        asked: journal.asked,
        answered: journal.answered,
        records: (filter) => journal.records(filter).map((record) => clean(record)),
        get lastSeq() {
            return journal.lastSeq;
        },
        get dropped() {
            return journal.dropped;
        },
        get listeners() {
            return journal.listeners;
        },
        listen: (listener) => journal.listen((record) => listener(clean(record))),
    };
}
