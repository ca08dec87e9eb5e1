/** Of a device that went while it was being listed. */
const UNKNOWN = { online: false, powered: false };
export function createDeviceDirectory(fleet, secretsEqual) {
    const recordOf = ({ deviceId, name, profileId }) => {
        const { online, powered } = fleet.status(deviceId) ?? UNKNOWN;
        return { deviceId, name, profileId, online, powered };
    };
    return {
        profiles: fleet.profiles,
        list: (after) => fleet.listWithStatus(after),
        get addedCount() {
            return fleet.addedCount;
        },
        has: (deviceId) => fleet.has(deviceId),
        find: (deviceId) => fleet.get(deviceId),
        describe: (deviceId) => {
            const identity = fleet.identity(deviceId);
            return identity && recordOf(identity);
        },
        add: (addition) => fleet.add(addition) === 'added',
        remove: (deviceId) => void fleet.remove(deviceId),
        passwordMatches: (deviceId, password) => secretsEqual(password, fleet.passwordOf(deviceId) ?? ''),
        setPassword: (deviceId, password) => void fleet.setPassword(deviceId, password),
        listen: (listener) => fleet.listen(listener),
    };
}
