import { createDevice } from '../device/create-device.js';
import { actsByItself } from '../device/device-spec.js';
import { createInventory } from './inventory.js';
import { createPopulation } from './population.js';
import { createRecords } from './records.js';
export function createFleet(spec, options) {
    const inventory = createInventory(spec);
    const make = createMaker(options, inventory);
    const records = createRecords();
    const population = createPopulation(make, () => {
        for (const deviceId of inventory.idsWhere(actsByItself))
            population.get(deviceId);
    });
    return {
        profiles: spec.profiles.map(profileRecord),
        clients: spec.clients,
        get count() {
            return inventory.count;
        },
        get addedCount() {
            return inventory.addedCount;
        },
        list: (after) => inventory.list(after),
        *listWithStatus(after) {
            for (const identity of inventory.list(after)) {
                yield records.of(identity, statusOf(population.peek(identity.deviceId)));
            }
        },
        has: inventory.has,
        identity: (deviceId) => inventory.find(deviceId)?.identity,
        status: (deviceId) => {
            const device = population.peek(deviceId);
            return device || inventory.has(deviceId) ? statusOf(device) : undefined;
        },
        get: population.get,
        made: population.all,
        add: (addition) => {
            const outcome = inventory.add(addition);
            if (outcome !== 'added' || !population.isHeard())
                return outcome;
            const device = inventory.find(addition.deviceId)?.device;
            if (device && actsByItself(device))
                population.get(addition.deviceId);
            return outcome;
        },
        remove: (deviceId) => {
            population.discard(deviceId);
            return inventory.remove(deviceId);
        },
        passwordOf: (deviceId) => inventory.find(deviceId)?.password,
        setPassword: inventory.setPassword,
        changes: inventory.changes,
        listen: population.listen,
    };
}
/** Nothing has happened to a device that has not been made. */
const UNTOUCHED = { online: true, powered: true };
function statusOf(device) {
    return device ? { online: device.isOnline(), powered: device.isPowered() } : UNTOUCHED;
}
/** Signals and patterns of all devices count from one moment, whenever a device is made. */
function createMaker({ clock, random, influences, witness }, inventory) {
    const origin = clock.now();
    return (deviceId) => {
        const item = inventory.find(deviceId);
        if (!item)
            return undefined;
        return createDevice({
            deviceId,
            spec: item.device,
            clock,
            random,
            origin,
            ...(influences && { influences: influences(item.identity) }),
            ...(witness && { witness: (act) => witness(deviceId, act) }),
        });
    };
}
function profileRecord({ profileId, model, device }) {
    return {
        profileId,
        ...(model === undefined ? {} : { model }),
        relays: device.relays.length,
        digitalInputs: device.digitalInputs.length,
        analogInputs: device.analogInputs.length,
        sensors: device.sensors.length,
        rs485: device.rs485 !== undefined,
    };
}
