export function createDeviceLane() {
    const taken = new Map();
    return {
        isTaken: (deviceId) => taken.has(deviceId),
        enter: (deviceId) => {
            if (taken.has(deviceId))
                return undefined;
            const ticket = Symbol(deviceId);
            taken.set(deviceId, ticket);
            return () => {
                if (taken.get(deviceId) === ticket)
                    taken.delete(deviceId);
            };
        },
    };
}
