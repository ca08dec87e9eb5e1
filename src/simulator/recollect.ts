// Puts what a folder of state has kept into a simulator that has just begun. Nothing of it is told as an event. What
// devices have in memory is read when each is made.
import type { Clock } from '../kernel/clock.js';
import type { DeviceMemory } from './device/memory.js';
import type { Simulator } from './simulator.js';
import { budgetsIn, clientsIn, fleetIn } from './state/snapshot-records.js';
import type { StateStore } from './state/state-store.js';

export function recollect({ book }: StateStore, { fleet, ports }: Simulator, clock: Clock): void {
  const { access, quotas, budget, ledger } = ports;
  const { added, removed, passwords } = fleetIn(book);
  for (const deviceId of removed) fleet.remove(deviceId);
  for (const { clients, ...addition } of added) {
    fleet.add(addition);
    for (const clientId of clients) access.look(clientId)?.allow(addition.deviceId);
  }
  for (const { deviceId, password } of passwords) fleet.setPassword(deviceId, password);
  // A list shows a device that has not been made as one that works.
  for (const [deviceId, memory] of book.entries('devices')) {
    const { powered, linked } = memory as DeviceMemory;
    if (!powered || !linked) fleet.get(String(deviceId));
  }
  for (const [clientId, value] of book.entries('clients'))
    access.setDisabled(String(clientId), (value as { readonly disabled: boolean }).disabled);
  for (const { clientId, quotas: levels } of clientsIn(book, clock.now())) {
    for (const [quotaClass, level] of Object.entries(levels))
      quotas.recall(clientId, quotaClass as keyof typeof levels, level);
  }
  for (const { deviceId, wait } of budgetsIn(book, clock.now())) budget.recall(deviceId, wait);
  ledger.endRunning();
}
