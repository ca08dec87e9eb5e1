/** How many records a trace keeps unless it is told otherwise. */
const TRACE_LIMIT = 100_000;
export function createTrace(clock, limit = TRACE_LIMIT) {
    const records = [];
    const listeners = new Set();
    let seq = 0;
    let dropped = 0;
    return {
        add: (entry) => {
            const record = { seq: seq++, at: clock.now(), ...entry };
            if (records.length < limit)
                records.push(record);
            else
                dropped++;
            for (const listener of listeners)
                listener(record);
            return record;
        },
        records: () => records,
        get dropped() {
            return dropped;
        },
        listen: (listener) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}
