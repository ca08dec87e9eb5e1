// The devices of a fleet as the service knows them.
import type { DeviceRecord } from '../contract/schemas/device.js';
import type { DeviceStatus, Fleet } from './fleet/fleet.js';
import type { DeviceIdentity } from './fleet/fleet-spec.js';
import type { DeviceDirectory } from './service/service.js';
import type { SecretsEqual } from './transport/secrets.js';

/** Of a device that went while it was being listed. */
const UNKNOWN: DeviceStatus = { online: false, powered: false };

export function createDeviceDirectory(fleet: Fleet, secretsEqual: SecretsEqual): DeviceDirectory {
  const recordOf = ({ deviceId, name, profileId }: DeviceIdentity): DeviceRecord => {
    const { online, powered } = fleet.status(deviceId) ?? UNKNOWN;
    return { deviceId, name, profileId, online, powered };
  };
  return {
    profiles: fleet.profiles,
    list: (after) => fleet.listWithStatus(after),
    edition: () => fleet.edition(),
    get addedCount() {
      return fleet.addedCount;
    },
    has: (deviceId) => fleet.has(deviceId),
    find: (deviceId) => fleet.get(deviceId),
    describe: (deviceId) => {
      const identity = fleet.identity(deviceId);
      return identity && recordOf(identity);
    },
    add: (addition) => fleet.add(addition) === 'added',
    remove: (deviceId) => void fleet.remove(deviceId),
    passwordMatches: (deviceId, password) => secretsEqual(password, fleet.passwordOf(deviceId) ?? ''),
    setPassword: (deviceId, password) => void fleet.setPassword(deviceId, password),
    listen: (listener) => fleet.listen(listener),
  };
}
