/** @param onFirst called when somebody begins to listen: the time to make devices that act by themselves. */
export function createPopulation(make, onFirst) {
    const members = new Map();
    const listeners = new Set();
    const hearken = (device) => device.listen((event) => {
        for (const { hear } of [...listeners])
            hear(device.deviceId, event);
    });
    return {
        get: (deviceId) => {
            const known = members.get(deviceId);
            if (known)
                return known.device;
            const device = make(deviceId);
            if (!device)
                return undefined;
            members.set(deviceId, { device, deafen: listeners.size > 0 ? hearken(device) : () => undefined });
            return device;
        },
        peek: (deviceId) => members.get(deviceId)?.device,
        *all() {
            for (const { device } of members.values())
                yield device;
        },
        isHeard: () => listeners.size > 0,
        listen: (hear) => {
            const entry = { hear };
            listeners.add(entry);
            if (listeners.size === 1) {
                for (const member of members.values())
                    member.deafen = hearken(member.device);
                onFirst();
            }
            return () => {
                if (!listeners.delete(entry) || listeners.size > 0)
                    return;
                for (const { deafen } of members.values())
                    deafen();
            };
        },
        discard: (deviceId) => {
            const member = members.get(deviceId);
            members.delete(deviceId);
            member?.device.dispose();
        },
    };
}
