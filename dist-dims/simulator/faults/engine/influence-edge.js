export function createInfluenceEdge(clock, active, compose, slot) {
    const none = compose([]);
    /** A part has state, so each fault has one part for each device for as long as it lasts. */
    const parts = new Map();
    /** By deviceId; cleared when a fault begins or ends. */
    const composed = new Map();
    const partOf = (instance, device) => {
        const held = parts.get(instance);
        if (!held || !instance.act() || !instance.selects({ deviceId: device.deviceId }))
            return undefined;
        const part = held.byDevice.get(device.deviceId) ?? held.act.influences?.(device) ?? {};
        held.byDevice.set(device.deviceId, part);
        return part;
    };
    const composedFor = (device) => {
        const chosen = [];
        let until = Infinity;
        for (const instance of active) {
            const part = partOf(instance, device);
            if (!part)
                continue;
            chosen.push(part);
            until = Math.min(until, instance.endsAt);
        }
        return { influences: chosen.length > 0 ? compose(chosen) : none, until };
    };
    const of = (device) => {
        const known = composed.get(device.deviceId);
        if (known && clock.now() < known.until)
            return known.influences;
        const made = composedFor(device);
        composed.set(device.deviceId, made);
        return made.influences;
    };
    return {
        change: (instance, fleet) => {
            const act = instance.act();
            if (act ? !act.influences : !parts.has(instance))
                return;
            composed.clear();
            if (act)
                parts.set(instance, { act, byDevice: new Map() });
            else
                parts.delete(instance);
            slot.current = parts.size > 0 ? of : undefined;
            for (const device of fleet.made()) {
                if (instance.selects({ deviceId: device.deviceId }))
                    device.reconsider();
            }
        },
    };
}
