// Puts what a folder of state has kept into a simulator that has just begun. Nothing of it is told as an event.
import type { Clock } from '../kernel/clock.js';
import type { Simulator } from './simulator.js';
import { snapshotWithoutCommands } from './state/snapshot-records.js';
import type { StateStore } from './state/state-store.js';

export function recollect({ book }: StateStore, { fleet, ports }: Simulator, clock: Clock): void {
  const { access, quotas, budget, ledger } = ports;
  const kept = snapshotWithoutCommands(book, clock.now());
  for (const deviceId of kept.fleet.removed) fleet.remove(deviceId);
  for (const { clients, ...addition } of kept.fleet.added) {
    fleet.add(addition);
    for (const clientId of clients) access.look(clientId)?.allow(addition.deviceId);
  }
  for (const { deviceId, password } of kept.fleet.passwords) fleet.setPassword(deviceId, password);
  for (const { deviceId, memory } of kept.devices) fleet.get(deviceId)?.recall(memory);
  for (const [clientId, value] of book.entries('clients'))
    access.setDisabled(String(clientId), (value as { readonly disabled: boolean }).disabled);
  for (const { clientId, quotas: levels } of kept.clients) {
    for (const [quotaClass, level] of Object.entries(levels))
      quotas.recall(clientId, quotaClass as keyof typeof levels, level);
  }
  for (const { deviceId, wait } of kept.budgets) budget.recall(deviceId, wait);
  ledger.endRunning();
}
