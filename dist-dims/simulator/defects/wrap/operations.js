/** @param act performs the operation in place of the device. */
export function withPerform(act) {
    return {
        devices: (devices, { clock }) => ({
            ...devices,
            find: (deviceId, origin) => {
                const device = devices.find(deviceId, origin);
                return device && { ...device, perform: (operation) => act(device, operation, clock) };
            },
        }),
    };
}
/** @param act performs the operation, and tells those who listen to the devices of events. */
export function withTelling(act) {
    return {
        devices: (devices) => {
            const listeners = new Set();
            return {
                ...devices,
                listen: (listener) => {
                    listeners.add(listener);
                    const stop = devices.listen(listener);
                    return () => {
                        listeners.delete(listener);
                        stop();
                    };
                },
                find: (deviceId, origin) => {
                    const device = devices.find(deviceId, origin);
                    const tell = (event) => {
                        for (const listener of listeners)
                            listener(deviceId, event);
                    };
                    return device && { ...device, perform: (operation) => act(device, operation, tell, origin) };
                },
            };
        },
    };
}
