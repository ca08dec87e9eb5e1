// The device for management where the server chooses its identifier: the profile knows its serial number, and what it
// is called is known once it was added, and changes when it is added again.
import type { ManagedDevice } from './profile.js';

/** @param managed as the profile has it: what stands there as the identifier is the serial number. */
export function namedByServer({ deviceId: serial, ...facts }: ManagedDevice): ManagedDevice {
  let current = serial;
  const listeners: ((deviceId: string) => void)[] = [];
  return {
    name: serial,
    ...facts,
    namedBy: 'server',
    serial,
    get deviceId() {
      return current;
    },
    named: (deviceId) => {
      current = deviceId;
      for (const listener of listeners) listener(deviceId);
    },
    onNamed: (listener) => void listeners.push(listener),
  };
}
