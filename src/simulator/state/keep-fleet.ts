// Marks in the book what becomes of the fleet: devices added and removed, passwords, and what devices have in memory.
import type { DeviceMemory } from '../device/memory.js';
import type { Fleet } from '../fleet/fleet.js';
import type { IsHeld, StateStore } from './state-store.js';

export interface AddedRecord {
  readonly deviceId: string;
  readonly name?: string;
  readonly profileId: string;
  readonly password: string;
  /** The API clients that may access it. */
  readonly clients: readonly string[];
  /** Counts those that were added, in their order. */
  readonly nth: number;
}

export interface KeptFleet extends Fleet {
  /** Something may have changed about the device. */
  touched(deviceId: string): void;
  /** Puts back what was kept: it has happened before, and nobody is told of it now. */
  recollect(work: () => void): void;
  isRecollecting(): boolean;
}

/** @param sees whether the client may access the device. */
export function keepFleet(fleet: Fleet, { book, isHeld }: StateStore, sees: Sees): KeptFleet {
  const added = new Map<string, number>();
  let nth = 0;
  for (const [, value] of book.entries('added')) nth = Math.max(nth, (value as AddedRecord).nth);

  const markAdded = (deviceId: string): void =>
    book.mark('added', deviceId, () => additionOf(fleet, deviceId, added.get(deviceId), sees));
  let recollecting = false;
  const touched = (deviceId: string): void => {
    if (recollecting) return;
    book.mark('devices', deviceId, () => memoryOf(fleet, deviceId, isHeld));
  };

  return {
    ...fleet,
    get count() {
      return fleet.count;
    },
    get addedCount() {
      return fleet.addedCount;
    },
    touched,
    used: () => {
      for (const [deviceId] of book.entries('devices')) fleet.get(String(deviceId));
      return fleet.used();
    },
    recollect: (work) => {
      recollecting = true;
      work();
      recollecting = false;
    },
    isRecollecting: () => recollecting,
    listen: (listener) =>
      fleet.listen((deviceId, event) => {
        if (!recollecting) listener(deviceId, event);
      }),
    add: (addition) => {
      const outcome = fleet.add(addition);
      if (outcome !== 'added') return outcome;
      added.set(addition.deviceId, ++nth);
      markAdded(addition.deviceId);
      return outcome;
    },
    remove: (deviceId) => {
      const removed = fleet.remove(deviceId);
      if (!removed) return false;
      if (added.delete(deviceId)) markAdded(deviceId);
      else book.mark('removed', deviceId, () => true);
      book.mark('passwords', deviceId, () => undefined);
      touched(deviceId);
      return true;
    },
    setPassword: (deviceId, password) => {
      const set = fleet.setPassword(deviceId, password);
      if (set && added.has(deviceId)) markAdded(deviceId);
      else if (set) book.mark('passwords', deviceId, () => password);
      return set;
    },
  };
}

type Sees = (clientId: string, deviceId: string) => boolean;

/** Undefined for a device that is not there any more. */
function additionOf(
  fleet: Fleet,
  deviceId: string,
  nth: number | undefined,
  sees: Sees,
): AddedRecord | undefined {
  const identity = fleet.identity(deviceId);
  if (nth === undefined || !identity) return undefined;
  const { name, profileId } = identity;
  const clients = fleet.clients.map(({ clientId }) => clientId).filter((each) => sees(each, deviceId));
  return { deviceId, name, profileId, password: fleet.passwordOf(deviceId) ?? '', clients, nth };
}

/** As if no fault held it; undefined for a device that is as in the fleet file, or gone. */
function memoryOf(fleet: Fleet, deviceId: string, isHeld: IsHeld | undefined): DeviceMemory | undefined {
  const memory = fleet.peek(deviceId)?.remember();
  if (!memory || !isHeld) return memory;
  const { powered, linked } = memory;
  return {
    ...memory,
    powered: powered || isHeld('power', deviceId),
    linked: linked || isHeld('link', deviceId),
  };
}
