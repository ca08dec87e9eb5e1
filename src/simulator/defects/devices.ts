// Defects of reading, configuring, adding and removing devices.
import { andThen } from '../../kernel/maybe-promise.js';
import type { PasswordChange, Peripherals } from '../../contract/schemas/device.js';
import type { Decoration } from '../decoration.js';
import { dataOf, editReplies } from '../wire/edit-messages.js';
import type { Service } from '../service/service.js';
import type { Defect } from './defect.js';
import { withPeripherals, withRefreshes, withService } from './wrap/service.js';

export const DEVICE_DEFECTS: readonly Defect[] = [
  // Device: the list of devices is the array data.devices.
  {
    id: 'device-list-renamed',
    rule: 'devices.list',
    summary: 'The device list comes as data.items instead of data.devices.',
    decorate: () =>
      editReplies((body) => {
        const { devices, ...rest } = dataOf(body);
        return devices === undefined ? undefined : { ...body, data: { ...rest, items: devices } };
      }),
  },
  // REST endpoints: reading a device performs a real-time refresh of it.
  {
    id: 'detail-from-cache',
    rule: 'devices.detail-is-live',
    summary: 'A refresh returns what the first refresh of the device has read.',
    decorate: () => {
      const cache = new Map<string, Peripherals>();
      return withPeripherals((read, deviceId) => {
        const first = cache.get(deviceId) ?? read;
        cache.set(deviceId, first);
        return first;
      });
    },
  },
  // REST endpoints: reading a device refreshes it. A device may be offline, but not each of them while it is online.
  {
    id: 'refresh-always-offline',
    rule: 'devices.detail-is-live',
    summary: 'Each refresh is refused as if the device were offline, while the list shows it online.',
    decorate: () =>
      withRefreshes(() => ({
        ok: false,
        refusal: { code: 'DEVICE_OFFLINE', message: 'The device is offline.' },
      })),
  },
  // REST endpoints: operations act on a device. A device may be offline, but not each of them for each operation.
  {
    id: 'operations-always-offline',
    rule: 'relay.set-many',
    summary: 'Each operation is refused as if the device were offline, while it is refreshed.',
    decorate: () =>
      withService(() => ({
        operate: () => ({
          ok: false,
          refusal: { code: 'DEVICE_OFFLINE', message: 'The device is offline.' },
        }),
      })),
  },
  // Limits: a refresh covers the whole device, its relays too.
  {
    id: 'refresh-without-relays',
    rule: 'devices.refresh-covers-all',
    summary: 'A refresh shows no relays.',
    decorate: () => withPeripherals((peripherals) => ({ ...peripherals, relays: [] })),
  },
  // Limits: a refresh covers the whole device, its analog inputs and sensors too.
  {
    id: 'refresh-without-sensors',
    rule: 'devices.refresh-covers-all',
    summary: 'A refresh returns relays and digital inputs, but no analog inputs and no sensors.',
    decorate: () => withPeripherals((peripherals) => ({ ...peripherals, analogInputs: [], sensors: [] })),
  },
  // Device configuration: the jog durations are read with the configuration endpoint.
  {
    id: 'config-without-jog',
    rule: 'devices.config-read',
    summary: 'The device configuration has the baud rate and no jog durations.',
    decorate: () =>
      withService((service) => ({
        readConfig: (caller, deviceId) => {
          const config = service.readConfig(caller, deviceId);
          return config.ok ? { ok: true, value: { ...config.value, relays: [] } } : config;
        },
      })),
  },
  // Device profile: the device-profiles endpoint lists the profiles.
  {
    id: 'profiles-refused',
    rule: 'devices.profiles',
    summary: 'Listing device profiles is answered with INVALID_REQUEST.',
    decorate: () =>
      withService(() => ({
        listProfiles: () => ({
          ok: false,
          refusal: { code: 'INVALID_REQUEST', message: 'Profiles cannot be listed.' },
        }),
      })),
  },
  // REST endpoints: a client adds a device, which is then one of its devices.
  {
    id: 'added-device-not-listed',
    rule: 'devices.add',
    summary: 'Adding a device succeeds, and the device list goes on without it.',
    decorate: () =>
      withService((service) => {
        const added = new Set<string>();
        return {
          addDevice: (caller, addition) =>
            andThen(service.addDevice(caller, addition), (outcome) => {
              if (outcome.ok) added.add(addition.deviceId);
              return outcome;
            }),
          listDevices: listWithout(service, added),
        };
      }),
  },
  // REST endpoints: a client removes a device, which then is gone.
  {
    id: 'removed-device-stays',
    rule: 'devices.remove',
    summary: 'Removing a device succeeds, and the device stays where it was.',
    decorate: () => withService((service) => ({ removeDevice: removeNothing(service) })),
  },
  // REST endpoints: a client removes a device that is there.
  {
    id: 'removing-always-refused',
    rule: 'devices.remove',
    summary: 'Removing a device that is there is refused with 404.',
    decorate: () =>
      withService(() => ({
        removeDevice: () => ({
          ok: false,
          refusal: { code: 'DEVICE_NOT_FOUND', message: 'There is no such device.' },
        }),
      })),
  },
  // REST endpoints: a device that was removed can no longer be read.
  {
    id: 'removed-device-readable',
    rule: 'devices.remove',
    summary: 'A removed device is gone from the device list, and can still be read.',
    decorate: () =>
      withService((service) => {
        const hidden = new Set<string>();
        return {
          // The device is removed when it is added again. So adding and removing succeed any number of times.
          addDevice: (caller, addition) => {
            const gone = hidden.delete(addition.deviceId)
              ? service.removeDevice(caller, addition.deviceId)
              : undefined;
            return andThen(gone, () => service.addDevice(caller, addition));
          },
          removeDevice: (caller, deviceId) =>
            andThen(removeNothing(service)(caller, deviceId), (outcome) => {
              if (outcome.ok) hidden.add(deviceId);
              return outcome;
            }),
          listDevices: listWithout(service, hidden),
        };
      }),
  },
  // REST endpoints: a client changes the password of a device.
  {
    id: 'password-not-changed',
    rule: 'devices.password',
    summary: 'Changing a password succeeds, and the old one stays in force.',
    decorate: () => withNewPassword(({ currentPassword, newPassword }) => currentPassword ?? newPassword),
  },
  // REST endpoints: the new password of a device is the one that the client has given.
  {
    id: 'password-cut-short',
    rule: 'devices.password',
    summary: 'Of a new password only the first eight characters are kept.',
    decorate: () => withNewPassword(({ newPassword }) => newPassword.slice(0, 8)),
  },
  // REST endpoints: after a change of the password the old one is no longer valid.
  {
    id: 'old-password-accepted',
    rule: 'devices.password',
    summary: 'Changing a password succeeds whatever is given as the current one.',
    decorate: () =>
      withService((service) => ({
        changePassword: (caller, deviceId, change) =>
          andThen(service.changePassword(caller, deviceId, change), (outcome) => {
            const wrong = !outcome.ok && outcome.refusal.code === 'PASSWORD_INVALID';
            return wrong ? { ok: true, value: undefined } : outcome;
          }),
      })),
  },
  // Errors: 404 is one of the statuses that the interface names. An unknown identifier is answered with it.
  {
    id: 'unknown-device-accepted',
    rule: 'devices.unknown',
    summary: 'An unknown device id is answered with an empty device.',
    decorate: () =>
      withRefreshes((outcome, deviceId) => {
        if (outcome.ok || outcome.refusal.code !== 'DEVICE_NOT_FOUND') return outcome;
        const peripherals = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };
        return { ok: true, value: { device: { deviceId, online: false, powered: false }, peripherals } };
      }),
  },
];

function listWithout(service: Service, hidden: ReadonlySet<string>): Service['listDevices'] {
  return (caller, page) => {
    const list = service.listDevices(caller, page);
    if (!list.ok) return list;
    const devices = list.value.devices.filter(({ deviceId }) => !hidden.has(deviceId));
    const { rest } = list.value;
    const seen = rest && (() => [...rest()].filter(({ deviceId }) => !hidden.has(deviceId)));
    return { ok: true, value: { ...list.value, devices, rest: seen } };
  };
}

/** Answers as removing does, for a device that there is and for one that there is not. */
function removeNothing(service: Service): Service['removeDevice'] {
  return (caller, deviceId) => {
    const config = service.readConfig(caller, deviceId);
    return config.ok ? { ok: true, value: undefined } : config;
  };
}

/** @param chosen the password that the device gets. */
function withNewPassword(chosen: (change: PasswordChange) => string): Decoration {
  return withService((service) => ({
    changePassword: (caller, deviceId, change) =>
      service.changePassword(caller, deviceId, { ...change, newPassword: chosen(change) }),
  }));
}
