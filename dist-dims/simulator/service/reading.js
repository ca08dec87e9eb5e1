import { rateLimited, refuse, success } from './outcome.js';
const MAX_PAGE = 1000;
export function createReading({ ports, devices }, spend) {
    const { quotas, budget, lane, ledger } = ports;
    const refresh = async (caller, deviceId) => {
        const { origin } = caller;
        const device = caller.sees(deviceId) ? devices.find(deviceId, origin) : undefined;
        if (!device)
            return noDevice();
        if (!device.isOnline())
            return offline();
        // The lane comes before the budget: an overlapping refresh is answered with DEVICE_BUSY.
        const leave = lane.enter(deviceId, origin);
        if (!leave)
            return busy();
        try {
            // The longer of the two, so that a refresh after the announced delay is accepted (refresh.retry-after-truthful).
            const wait = Math.max(quotas.waitFor(caller.clientId, 'refresh') ?? 0, budget.waitFor(deviceId, origin) ?? 0);
            if (wait > 0)
                return rateLimited(wait, 'The device may not be refreshed yet.');
            quotas.take(caller.clientId, 'refresh');
            budget.spend(deviceId, origin);
            const read = await device.refresh();
            const record = devices.describe(deviceId);
            // Somebody may have removed the device in the meantime.
            if (!record)
                return noDevice();
            return read.kind === 'done' ? success({ device: record, peripherals: read.value }) : offline();
        }
        finally {
            leave();
        }
    };
    return {
        refresh,
        listDevices: (caller, page) => {
            const { cursor } = page;
            // A cursor must not reveal whether a device exists that the client may not access.
            if (cursor !== undefined && !(caller.sees(cursor) && devices.has(cursor))) {
                return refuse('INVALID_PARAMETER', 'The cursor is unknown; start again without one.');
            }
            const counted = spend(caller, 'query');
            return counted.ok ? success(pageOf(devices, caller, page)) : counted;
        },
        readConfig: (caller, deviceId) => {
            const device = caller.sees(deviceId) ? devices.find(deviceId) : undefined;
            if (!device)
                return noDevice();
            const counted = spend(caller, 'query');
            return counted.ok ? success(device.config()) : counted;
        },
        listProfiles: (caller) => {
            const counted = spend(caller, 'query');
            return counted.ok ? success({ profiles: [...devices.profiles] }) : counted;
        },
        readCommand: (caller, commandId) => {
            const entry = ledger.find(commandId);
            // A command of a device that the client may not access is as good as none (scope.commands-within-devices).
            if (!entry || !caller.sees(entry.command.deviceId) || !devices.has(entry.command.deviceId)) {
                return refuse('COMMAND_NOT_FOUND', 'There is no such command.');
            }
            const counted = spend(caller, 'query');
            return counted.ok ? success(entry.command) : counted;
        },
    };
}
/** The devices that the caller sees after the cursor, up to the limit. */
function pageOf(devices, caller, { limit = Infinity, cursor }) {
    const most = limit === Infinity ? limit : Math.min(limit, MAX_PAGE);
    const listed = [];
    for (const device of devices.list(cursor)) {
        if (!caller.sees(device.deviceId))
            continue;
        const last = listed.length === most ? listed.at(-1) : undefined;
        if (last)
            return { devices: listed, nextCursor: last.deviceId };
        listed.push(device);
    }
    return { devices: listed };
}
export function noDevice() {
    return refuse('DEVICE_NOT_FOUND', 'There is no such device.');
}
export function offline() {
    return refuse('DEVICE_OFFLINE', 'The device is not connected, or did not answer.');
}
export function busy() {
    return refuse('DEVICE_BUSY', 'Another operation is using the device.');
}
