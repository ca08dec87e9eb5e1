// Takes a snapshot.
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { ServicePorts } from '../../service/ports.js';
import type { Installation } from '../installation.js';
import type { DevicesOfSnapshot, Snapshot } from './snapshot.js';
import type { Simulator } from '../../simulator.js';
import type { FaultDesk } from '../fault-desk.js';

export function takeSnapshot(
  { simulator, clock, faults }: Pick<Installation, 'simulator' | 'clock' | 'faults'>,
  kept: DevicesOfSnapshot = devicesOf(simulator),
): Snapshot {
  const { fleet, ports } = simulator;
  return {
    version: 1,
    takenAt: clock.now(),
    fleet: changesOf(fleet, ports),
    devices: kept.devices,
    clients: fleet.clients.map(({ clientId }) => clientMemory(clientId, ports)),
    budgets: kept.budgets,
    commands: copy(ports.ledger.remember()),
    faults: copy(faults.list().flatMap(({ state, order }) => (state === 'ended' ? [] : [order]))),
  };
}

function devicesOf({ fleet, ports }: Pick<Installation, 'simulator'>['simulator']): DevicesOfSnapshot {
  return {
    devices: [...fleet.used()].map((device) => ({
      deviceId: device.deviceId,
      memory: copy(device.remember()),
    })),
    budgets: budgetsOf(fleet, ports),
  };
}

function changesOf(fleet: Fleet, { access }: ServicePorts): Snapshot['fleet'] {
  const { added, removed, passwords } = fleet.changes();
  const sees = (clientId: string, deviceId: string): boolean =>
    access.look(clientId)?.sees(deviceId) ?? false;
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

function clientMemory(clientId: string, { access, quotas }: ServicePorts): Snapshot['clients'][number] {
  const levels = QUOTA_CLASSES.map((each) => [each, quotas.level(clientId, each)] as const);
  return {
    clientId,
    disabled: access.look(clientId)?.disabled ?? false,
    quotas: Object.fromEntries(levels.filter(([, level]) => level.resetsIn > 0)),
  };
}

/** Shortest wait first, which is the order of the refreshes. */
function budgetsOf(fleet: Fleet, { budget }: ServicePorts): Snapshot['budgets'] {
  const waits: { deviceId: string; wait: number }[] = [];
  // Only a device that has been used can have been refreshed.
  for (const { deviceId } of fleet.used()) {
    const wait = budget.waitFor(deviceId);
    if (wait !== undefined) waits.push({ deviceId, wait });
  }
  return waits.toSorted((a, b) => a.wait - b.wait);
}

type Own<T> = T extends object ? { -readonly [K in keyof T]: Own<T[K]> } : T;

/** A deep copy, as the simulator goes on changing its own data. */
function copy<T>(value: T): Own<T> {
  return structuredClone(value) as Own<T>;
}

// Puts a snapshot into a simulator that has just begun.

export function applySnapshot(snapshot: Snapshot, { fleet, ports }: Simulator, faults: FaultDesk): void {
  applyFleet(snapshot.fleet, fleet, ports);
  for (const { deviceId, memory } of snapshot.devices) fleet.get(deviceId)?.recall(memory);
  for (const { clientId, disabled } of snapshot.clients) ports.access.setDisabled(clientId, disabled);
  applyLevels(snapshot, ports);
  ports.ledger.recall(snapshot.commands);
  faults.reorder(snapshot.faults);
}

/** Makes of the fleet file what had become of the fleet. */
export function applyFleet(
  { added, removed, passwords }: Snapshot['fleet'],
  fleet: Fleet,
  { access }: Pick<ServicePorts, 'access'>,
): void {
  for (const deviceId of removed) fleet.remove(deviceId);
  for (const { clients, ...addition } of added) {
    fleet.add(addition);
    for (const clientId of clients) access.look(clientId)?.allow(addition.deviceId);
  }
  for (const { deviceId, password } of passwords) fleet.setPassword(deviceId, password);
}

/** What is left of quotas and refresh budgets. */
export function applyLevels(
  { clients, budgets }: Pick<Snapshot, 'clients' | 'budgets'>,
  { quotas, budget }: Pick<ServicePorts, 'quotas' | 'budget'>,
): void {
  for (const { clientId, quotas: levels } of clients)
    for (const [quotaClass, level] of Object.entries(levels))
      quotas.recall(clientId, quotaClass as keyof typeof levels, level);
  for (const { deviceId, wait } of budgets) budget.recall(deviceId, wait);
}
