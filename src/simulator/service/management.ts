// Adds and removes devices, and changes their passwords (interface: endpoints 12 to 14). Budget, lane and commands
// belong to the identifier, not to the device behind it: removing and adding a device again resets none of them.
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import { MEMORY_LIMITS } from '../limits/limits.js';
import type { ServiceParts } from './service-parts.js';
import { type ServiceResult, refuse, success, unkept, usedUp } from './outcome.js';
import { noDevice } from './reading.js';
import type { FleetChange } from './service-state.js';
import type { Caller, Service } from './service.js';

type Management = Pick<Service, 'usualProfile' | 'addDevice' | 'removeDevice' | 'changePassword'>;

export function createManagement({ devices, ports, state }: ServiceParts): Management {
  const { access } = ports;
  /** Counts one of the client's changes, and makes it. */
  const change = <T>(
    { clientId }: Caller,
    what: FleetChange,
    make: () => ServiceResult<T>,
  ): MaybePromise<ServiceResult<T>> =>
    andThen(state.change(clientId, what, make), (changed) => {
      if (changed.kind === 'limited') return usedUp(changed.wait);
      return changed.kind === 'unkept' ? unkept() : changed.value;
    });

  return {
    usualProfile: devices.profiles[0]?.profileId ?? '',
    addDevice: (caller, addition) => {
      if (devices.has(addition.deviceId)) return refuse('DEVICE_EXISTS', 'The device identifier is taken.');
      if (!devices.profiles.some(({ profileId }) => profileId === addition.profileId)) return noProfile();
      if (devices.addedCount >= MEMORY_LIMITS.maxAddedDevices) return tooManyAdded();
      return change(caller, { kind: 'added', addition }, () => {
        if (!devices.add(addition)) return noProfile();
        caller.allow(addition.deviceId);
        const added = devices.describe(addition.deviceId);
        return added ? success(added) : noDevice();
      });
    },
    removeDevice: (caller, deviceId) => {
      if (!caller.sees(deviceId) || !devices.has(deviceId)) return noDevice();
      return change(caller, { kind: 'removed', deviceId }, () => {
        devices.remove(deviceId);
        access.forgetDevice(deviceId);
        return success(undefined);
      });
    },
    changePassword: (caller, deviceId, { currentPassword, newPassword }) => {
      if (!caller.sees(deviceId) || !devices.has(deviceId)) return noDevice();
      if (currentPassword !== undefined && !devices.passwordMatches(deviceId, currentPassword)) {
        return refuse('PASSWORD_INVALID', 'The current password is wrong.');
      }
      return change(caller, { kind: 'password', deviceId, password: newPassword }, () => {
        devices.setPassword(deviceId, newPassword);
        return success(undefined);
      });
    },
  };
}

function tooManyAdded(): ServiceResult<never> {
  const most = MEMORY_LIMITS.maxAddedDevices;
  return refuse('INVALID_PARAMETER', `At most ${most} devices can be added; remove one first.`);
}

function noProfile(): ServiceResult<never> {
  return refuse('INVALID_PARAMETER', 'There is no such device profile.');
}
