export function createConnectionLife(recorder, name, client, { mostEvents, heard }) {
    const events = [];
    let openedAt;
    let closed;
    let by = 'target';
    let dropped = 0;
    const listeners = createListeners();
    return {
        name,
        get closed() {
            return closed;
        },
        get openedAt() {
            return openedAt;
        },
        get droppedEvents() {
            return dropped;
        },
        open: () => {
            openedAt ??= recorder.record({ kind: 'connection', connection: name, client, state: 'open' }).at;
        },
        event: ({ mismatches, ...event }) => {
            const account = mismatches.length === 0 ? {} : { mismatches };
            const record = recorder.record({ connection: name, ...event, ...account });
            heard.note(record);
            if (events.length < mostEvents)
                events.push(record);
            else
                dropped++;
            listeners.notify();
        },
        endingHere: () => {
            if (!closed)
                by = 'harness';
        },
        end: ({ code, reason, detail = reason, flooded }) => {
            if (closed)
                return false;
            const how = {
                closeCode: code,
                by,
                ...(detail === '' ? {} : { detail }),
                ...(flooded && { flooded }),
            };
            const { at } = recorder.record({
                kind: 'connection',
                connection: name,
                client,
                state: 'closed',
                ...how,
            });
            closed = { at, code, by };
            listeners.notify();
            return true;
        },
        events: () => events,
        listen: listeners.listen,
        over: () => new Promise((resolve) => {
            if (closed)
                return resolve();
            const stop = listeners.listen(() => {
                if (!closed)
                    return;
                stop();
                resolve();
            });
        }),
    };
}
function createListeners() {
    const listeners = new Set();
    return {
        notify: () => {
            // A copy, because a listener may stop listening.
            for (const listener of [...listeners])
                listener();
        },
        listen: (listener) => {
            listeners.add(listener);
            return () => void listeners.delete(listener);
        },
    };
}
