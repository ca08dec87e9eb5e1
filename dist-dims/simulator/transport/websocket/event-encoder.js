export function createEventEncoder({ shapes }) {
    const done = new WeakMap();
    const dataOf = (event) => {
        const { deviceId } = event;
        if (event.topic === 'device.state.changed') {
            return shapes.stateChanged.encode({
                deviceId,
                changes: [...event.changes],
                peripherals: event.peripherals,
            });
        }
        if (event.topic === 'device.rs485.received')
            return shapes.rs485Received.encode({ deviceId, data: event.data });
        return shapes.deviceNotice.encode({ deviceId });
    };
    return (event) => {
        const known = done.get(event);
        if (known !== undefined)
            return known;
        const { topic, eventId, occurredAt } = event;
        const text = shapes.wsEvent.write({ topic, eventId, occurredAt, data: dataOf(event) });
        done.set(event, text);
        return text;
    };
}
