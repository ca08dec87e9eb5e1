import { adoptDevice } from './remember.js';
/** In words what the profile does not allow to be put back. */
export function adoptRecord({ devices, managed }, { profile, ledgerOf, management, now }) {
    const left = [];
    for (const before of devices) {
        const device = ledgerOf(before.deviceId);
        const { allowed, forbidden } = permitted(before, device && profile.devices[device.name]?.relays);
        left.push(...forbidden);
        if (device)
            adoptDevice(device, allowed, now);
    }
    if (managed && managed.deviceId === management?.deviceId)
        management.adopt(managed);
    else if (managed)
        left.push(unmanaged(managed));
    return left;
}
/** @param relays those that may be switched; undefined when the profile does not name the device. */
function permitted(before, relays) {
    const { name, deviceId, baudRate } = before;
    const may = ({ index }) => relays?.includes(index) ?? false;
    const toAdd = relays === undefined
        ? `device ${deviceId} is not in the profile any more`
        : `the profile does not list it under devices.${name}.relays any more`;
    return {
        allowed: {
            ...before,
            relays: before.relays.filter(may),
            jogged: before.jogged.filter((index) => may({ index })),
            jogDurations: before.jogDurations.filter(may),
        },
        forbidden: [
            ...before.relays
                .filter((each) => !may(each))
                .map(({ index, on }) => `relay ${index} of ${name} was ${on ? 'on' : 'off'} before the run; ${toAdd}`),
            ...before.jogDurations
                .filter((each) => !may(each))
                .map(({ index, jogDuration }) => `the jog duration of relay ${index} of ${name} was ${jogDuration} ms before the run; ${toAdd}`),
            ...(relays === undefined && baudRate !== undefined
                ? [`the baud rate of ${name} was ${baudRate} before the run; ${toAdd}`]
                : []),
        ],
    };
}
function unmanaged({ deviceId, listed, passwordEnv }) {
    const was = listed ? 'was listed' : 'was not listed';
    const variable = passwordEnv === undefined ? '' : ` (its password was in ${passwordEnv})`;
    return `${deviceId} ${was} before the run; it is not under management in the profile any more${variable}`;
}
