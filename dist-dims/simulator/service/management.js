// Adds and removes devices, and changes their passwords (interface: endpoints 12 to 14). Budget, lane and commands
// belong to the identifier, not to the device behind it: removing and adding a device again resets none of them.
import { MEMORY_LIMITS } from '../limits/limits.js';
import { refuse, success } from './outcome.js';
import { noDevice } from './reading.js';
export function createManagement({ devices, ports }, spend) {
    const { access } = ports;
    return {
        usualProfile: devices.profiles[0]?.profileId ?? '',
        addDevice: (caller, addition) => {
            if (devices.has(addition.deviceId))
                return refuse('DEVICE_EXISTS', 'The device identifier is taken.');
            if (!devices.profiles.some(({ profileId }) => profileId === addition.profileId))
                return noProfile();
            if (devices.addedCount >= MEMORY_LIMITS.maxAddedDevices)
                return tooManyAdded();
            const counted = spend(caller, 'manage');
            if (!counted.ok)
                return counted;
            if (!devices.add(addition))
                return noProfile();
            caller.allow(addition.deviceId);
            const added = devices.describe(addition.deviceId);
            return added ? success(added) : noDevice();
        },
        removeDevice: (caller, deviceId) => {
            if (!caller.sees(deviceId) || !devices.has(deviceId))
                return noDevice();
            const counted = spend(caller, 'manage');
            if (!counted.ok)
                return counted;
            devices.remove(deviceId);
            access.forgetDevice(deviceId);
            return success(undefined);
        },
        changePassword: (caller, deviceId, change) => {
            if (!caller.sees(deviceId) || !devices.has(deviceId))
                return noDevice();
            if (!devices.passwordMatches(deviceId, change.currentPassword)) {
                return refuse('PASSWORD_INVALID', 'The current password is wrong.');
            }
            const counted = spend(caller, 'manage');
            if (!counted.ok)
                return counted;
            devices.setPassword(deviceId, change.newPassword);
            return success(undefined);
        },
    };
}
function tooManyAdded() {
    const most = MEMORY_LIMITS.maxAddedDevices;
    return refuse('INVALID_PARAMETER', `At most ${most} devices can be added; remove one first.`);
}
function noProfile() {
    return refuse('INVALID_PARAMETER', 'There is no such device profile.');
}
