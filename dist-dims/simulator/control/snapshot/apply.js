export function applySnapshot(snapshot, { fleet, ports }, faults) {
    const { access, quotas, budget, ledger } = ports;
    for (const deviceId of snapshot.fleet.removed)
        fleet.remove(deviceId);
    for (const { clients, ...addition } of snapshot.fleet.added) {
        fleet.add(addition);
        for (const clientId of clients)
            access.look(clientId)?.allow(addition.deviceId);
    }
    for (const { deviceId, password } of snapshot.fleet.passwords)
        fleet.setPassword(deviceId, password);
    for (const { deviceId, memory } of snapshot.devices)
        fleet.get(deviceId)?.recall(memory);
    for (const { clientId, disabled, quotas: levels } of snapshot.clients) {
        access.setDisabled(clientId, disabled);
        for (const [quotaClass, level] of Object.entries(levels)) {
            quotas.recall(clientId, quotaClass, level);
        }
    }
    for (const { deviceId, wait } of snapshot.budgets)
        budget.recall(deviceId, wait);
    ledger.recall(snapshot.commands);
    faults.reorder(snapshot.faults);
}
