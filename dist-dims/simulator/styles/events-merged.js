/** Ms for which the first change waits for others. */
const GATHERING = 150;
export function eventsMerged() {
    return {
        id: 'events-merged',
        summary: 'Changes of one device within 150 ms are told in one event, after the last of them.',
        because: '`changes` names the affected channels; how many changes make an event is not said.',
        ports: (ports, { clock }) => ({ ...ports, events: gathering(ports.events, clock) }),
    };
}
function gathering(events, clock) {
    const waiting = new Map();
    return {
        ...events,
        publish: (event) => {
            if (event.topic !== 'device.state.changed') {
                events.publish(event);
                return;
            }
            const known = waiting.get(event.deviceId);
            waiting.set(event.deviceId, known ? { ...event, changes: union(known.changes, event.changes) } : event);
            if (known)
                return;
            clock.setTimer('merged event', GATHERING, () => {
                const merged = waiting.get(event.deviceId);
                waiting.delete(event.deviceId);
                if (merged)
                    events.publish(merged);
            });
        },
    };
}
function union(before, now) {
    const same = (a) => (b) => a.kind === b.kind && a.index === b.index;
    return [...before, ...now.filter((each) => !before.some(same(each)))];
}
