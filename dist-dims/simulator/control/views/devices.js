import { actingFaults } from './acting-faults.js';
/** @param faults those of the moment: asked once for a whole page. */
export function createDeviceViews({ fleet, ports }, faults) {
    const acting = actingFaults(faults.list(), fleet);
    const made = new Set([...fleet.made()].map(({ deviceId }) => deviceId));
    const summary = (identity) => {
        const { deviceId } = identity;
        const { online = false, powered = false } = fleet.status(deviceId) ?? {};
        return {
            ...identity,
            online,
            powered,
            touched: made.has(deviceId),
            lane: ports.lane.isTaken(deviceId) ? 'taken' : 'free',
            refreshIn: ports.budget.waitFor(deviceId) ?? 0,
            faults: acting(deviceId),
        };
    };
    return {
        summary,
        /** Makes the device. */
        view: (deviceId) => {
            const identity = fleet.identity(deviceId);
            const device = fleet.get(deviceId);
            return identity && device && { ...summary(identity), ...details(device) };
        },
    };
}
function details(device) {
    const reported = device.peripherals();
    const { relays, digitalInputs, executions, powered, linked } = device.physical();
    const config = device.config();
    return {
        relays: relays.map((relay, at) => ({
            ...relay,
            on: reported.relays[at]?.on ?? false,
            jogDuration: config.relays[at]?.jogDuration ?? 0,
        })),
        digitalInputs: digitalInputs.map(({ index, active }, at) => ({
            index,
            active: reported.digitalInputs[at]?.active ?? false,
            contact: active,
        })),
        analogInputs: reported.analogInputs,
        sensors: reported.sensors,
        baudRate: device.channels.rs485 ? config.baudRate : null,
        executions,
        supplied: powered,
        linked,
    };
}
