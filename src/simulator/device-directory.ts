// The devices of a fleet as the service knows them.
import type { Fleet } from './fleet/fleet.js';
import type { DeviceDirectory } from './service/device-directory.js';
import type { SecretsEqual } from './transport/secrets.js';

export function createDeviceDirectory(fleet: Fleet, secretsEqual: SecretsEqual): DeviceDirectory {
  const describe: DeviceDirectory['describe'] = (deviceId) => {
    const identity = fleet.identity(deviceId);
    return identity && { ...identity, ...fleet.status(deviceId) };
  };
  return {
    profiles: fleet.profiles,
    *list(after) {
      let passed = after === undefined;
      for (const identity of fleet.list()) {
        if (passed) yield { ...identity, ...fleet.status(identity.deviceId) };
        else passed = identity.deviceId === after;
      }
    },
    has: (deviceId) => fleet.has(deviceId),
    find: (deviceId) => fleet.get(deviceId),
    describe,
    add: (addition) => fleet.add(addition) === 'added',
    remove: (deviceId) => void fleet.remove(deviceId),
    passwordMatches: (deviceId, password) => secretsEqual(password, fleet.passwordOf(deviceId) ?? ''),
    setPassword: (deviceId, password) => void fleet.setPassword(deviceId, password),
    listen: (listener) => fleet.listen(listener),
  };
}
