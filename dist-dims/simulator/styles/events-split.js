export function eventsSplit() {
    return {
        id: 'events-split',
        summary: 'Changes that happen at once are told in one event each.',
        because: '`changes` names the affected channels; how many changes make an event is not said.',
        ports: (ports) => ({
            ...ports,
            events: {
                ...ports.events,
                publish: (event) => {
                    if (event.topic !== 'device.state.changed') {
                        ports.events.publish(event);
                        return;
                    }
                    for (const [nth, change] of event.changes.entries())
                        ports.events.publish({ ...event, eventId: `${event.eventId}-${nth + 1}`, changes: [change] });
                },
            },
        }),
    };
}
