// Takes a snapshot.
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';
export function takeSnapshot(installation) {
    const { simulator, clock, faults } = installation;
    const { fleet, ports } = simulator;
    return {
        version: 1,
        takenAt: clock.now(),
        fleet: changesOf(fleet, ports),
        devices: [...fleet.made()].map((device) => ({
            deviceId: device.deviceId,
            memory: copy(device.remember()),
        })),
        clients: fleet.clients.map(({ clientId }) => clientMemory(clientId, ports)),
        budgets: budgetsOf(fleet, ports),
        commands: copy(ports.ledger.remember()),
        faults: copy(faults.list().flatMap(({ state, order }) => (state === 'ended' ? [] : [order]))),
    };
}
function changesOf(fleet, { access }) {
    const { added, removed, passwords } = fleet.changes();
    const sees = (clientId, deviceId) => access.look(clientId)?.sees(deviceId) ?? false;
    return {
        added: added.map((addition) => ({
            ...addition,
            clients: fleet.clients
                .map(({ clientId }) => clientId)
                .filter((clientId) => sees(clientId, addition.deviceId)),
        })),
        removed: [...removed],
        passwords: passwords.map((each) => ({ ...each })),
    };
}
function clientMemory(clientId, { access, quotas }) {
    const levels = QUOTA_CLASSES.map((each) => [each, quotas.level(clientId, each)]);
    return {
        clientId,
        disabled: access.look(clientId)?.disabled ?? false,
        quotas: Object.fromEntries(levels.filter(([, level]) => level.resetsIn > 0)),
    };
}
/** Shortest wait first, which is the order of the refreshes. */
function budgetsOf(fleet, { budget }) {
    const waits = [];
    // Only a device that has been made can have been refreshed.
    for (const { deviceId } of fleet.made()) {
        const wait = budget.waitFor(deviceId);
        if (wait !== undefined)
            waits.push({ deviceId, wait });
    }
    return waits.toSorted((a, b) => a.wait - b.wait);
}
/** A deep copy, as the simulator goes on changing its own data. */
function copy(value) {
    return structuredClone(value);
}
