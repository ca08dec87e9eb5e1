// Defects of reading, configuring, adding and removing devices, also the second time, and of the version in their paths.
import { andThen } from '../../kernel/maybe-promise.js';
import type { DeviceRecord, PasswordChange } from '../../contract/schemas/device.js';
import type { ListedDevices, Service } from '../service/service.js';
import { refuse, success } from '../service/outcome.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import { call, dataOf, onePort, replies, texts, isRefusedWith, outcomes, values } from '../edge/helpers.js';
import { frozen, refreshes, shownPeripherals } from './parts.js';
import { isOverWebSocket } from './wrong-ports.js';

/** In ms: for so long a removed device stays away. */
const AWAY = 5000;

export const DEVICE_DEFECTS = defects({
  // Device: the list of devices is the array data.devices.
  'device-list-renamed': breaks('devices.list', {
    summary: 'The device list comes as data.items instead of data.devices.',
    edge: replies((body) => {
      const { devices, ...rest } = dataOf(body);
      return devices === undefined ? undefined : { ...body, data: { ...rest, items: devices } };
    }),
  }),
  // REST endpoints: reading a device performs a real-time refresh of it.
  'detail-from-cache': breaks('devices.detail-is-live', {
    summary: 'A refresh returns what the first refresh of the device has read.',
    edge: () => frozen((first) => first),
  }),
  // REST endpoints: the response is the detail of the device in the path.
  'detail-names-other-device': breaks('devices.detail-is-live', {
    summary: 'A refresh of bench-01 comes with the identifier of bench-02.',
    edge: refreshes((outcome, deviceId) =>
      outcome.ok && deviceId === 'bench-01'
        ? success({ ...outcome.value, device: { ...outcome.value.device, deviceId: 'bench-02' } })
        : outcome,
    ),
  }),
  // REST endpoints: reading a device refreshes it. A device may be offline, but not each of them while it is online.
  'refresh-always-offline': breaks('devices.detail-is-live', {
    summary: 'Each refresh is refused as if the device were offline, while the list shows it online.',
    edge: refreshes(() => refuse('DEVICE_OFFLINE', 'The device is offline.')),
  }),
  // REST endpoints: operations act on a device. A device may be offline, but not each of them for each operation.
  'operations-always-offline': breaks('relay.set-many', {
    summary: 'Each operation is refused as if the device were offline, while it is refreshed.',
    edge: call('operate', () => refuse('DEVICE_OFFLINE', 'The device is offline.')),
  }),
  // Limits: a refresh covers the whole device, its relays too.
  'refresh-without-relays': breaks('devices.refresh-covers-all', {
    summary: 'A refresh shows no relays.',
    edge: shownPeripherals(() => ({ relays: [] })),
  }),
  // Limits: a refresh covers the whole device, each of its analog inputs too, whatever it measures.
  'zero-analog-left-out': breaks('devices.refresh-covers-all', {
    summary: 'A refresh leaves out analog inputs that are 0.',
    edge: shownPeripherals(({ analogInputs }) => ({
      analogInputs: analogInputs.filter(({ value }) => value !== 0),
    })),
  }),
  // Limits: a refresh covers the whole device, its analog inputs and sensors too.
  'refresh-without-sensors': breaks('devices.refresh-covers-all', {
    summary: 'A refresh returns relays and digital inputs, but no analog inputs and no sensors.',
    edge: shownPeripherals(() => ({ analogInputs: [], sensors: [] })),
  }),
  // Request topics: device.state.get refreshes and returns the state of a device, as device detail does.
  'analog-in-thousandths-on-websocket': breaks('ws.state-get', {
    summary: 'device.state.get shows a thousandth of each analog input.',
    edge: shownPeripherals(({ analogInputs }, _, { origin }) =>
      isOverWebSocket(origin)
        ? { analogInputs: analogInputs.map((each) => ({ ...each, value: each.value / 1000 })) }
        : {},
    ),
  }),
  // Device configuration: the jog durations are read with the configuration endpoint.
  'config-without-jog': breaks('devices.config-read', {
    summary: 'The device configuration has the baud rate and no jog durations.',
    edge: values({ readConfig: (config) => ({ ...config, relays: [] }) }),
  }),
  // Device configuration: the baud rate is read with the configuration endpoint, where there is a port.
  'config-without-rate': breaks('devices.config-read', {
    summary: 'The device configuration has the jog durations and no baud rate.',
    edge: values({ readConfig: ({ relays }) => ({ relays }) }),
  }),
  // Device configuration: the jog duration of each relay is read with the configuration endpoint.
  'config-without-last-jog': breaks('devices.config-read', {
    summary: 'The device configuration has no jog duration of the last relay.',
    edge: values({ readConfig: (config) => ({ ...config, relays: config.relays.slice(0, -1) }) }),
  }),
  // Device profile: the device-profiles endpoint lists the profiles.
  'profiles-refused': breaks('devices.profiles', {
    summary: 'Listing device profiles is answered with INVALID_REQUEST.',
    edge: call('listProfiles', () => refuse('INVALID_REQUEST', 'Profiles cannot be listed.')),
  }),
  // REST endpoints: a client adds a device, which is then one of its devices.
  'added-device-not-listed': breaks('devices.add', {
    summary: 'Adding a device succeeds, and the device list goes on without it.',
    edge: () => {
      const added = new Set<string>();
      return values({
        addDevice: (device) => {
          added.add(device.deviceId);
          return device;
        },
        listDevices: (list) => listWithout(list, added),
      });
    },
  }),
  // REST endpoints: a client adds a device, also one that it has removed before.
  'removed-device-not-added-again': breaks('devices.add', {
    summary: 'A device that was removed is refused when it is added again, as if it were there.',
    edge: () => {
      const removed = new Set<string>();
      return [
        values({ removeDevice: (_, __, deviceId) => void removed.add(deviceId) }),
        call('addDevice', (caller, addition, next) =>
          removed.has(addition.deviceId)
            ? refuse('DEVICE_EXISTS', 'The device identifier is taken.')
            : next(caller, addition),
        ),
      ];
    },
  }),
  // REST endpoints: a client removes a device, which then is gone.
  'removed-device-stays': breaks('devices.remove', {
    summary: 'Removing a device succeeds, and the device stays where it was.',
    edge: { calls: (service) => ({ removeDevice: removeNothing(service) }) },
  }),
  // REST endpoints: a client removes a device that is there.
  'removing-always-refused': breaks('devices.remove', {
    summary: 'Removing a device that is there is refused with 404.',
    edge: call('removeDevice', () => refuse('DEVICE_NOT_FOUND', 'There is no such device.')),
  }),
  // REST endpoints: a device that was removed can no longer be read.
  'removed-device-readable': breaks('devices.remove', {
    summary: 'A removed device is gone from the device list, and can still be read.',
    edge: {
      calls: (service) => {
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
          listDevices: (caller, page) => {
            const list = service.listDevices(caller, page);
            return list.ok ? success(listWithout(list.value, hidden)) : list;
          },
        };
      },
    },
  }),
  // REST endpoints: a client changes the password of a device.
  'password-not-changed': breaks('devices.password', {
    summary: 'Changing a password succeeds, and the old one stays in force.',
    edge: withNewPassword(({ currentPassword, newPassword }) => currentPassword ?? newPassword),
  }),
  // REST endpoints: the new password of a device is the one that the client has given.
  'password-cut-short': breaks('devices.password', {
    summary: 'Of a new password only the first eight characters are kept.',
    edge: withNewPassword(({ newPassword }) => newPassword.slice(0, 8)),
  }),
  // REST endpoints: after a change of the password the old one is no longer valid.
  'old-password-accepted': breaks('devices.password', {
    summary: 'Changing a password succeeds whatever is given as the current one.',
    edge: outcomes({
      changePassword: (outcome) =>
        isRefusedWith(outcome, 'PASSWORD_INVALID') ? success(undefined) : outcome,
    }),
  }),
  // Errors: 404 is one of the statuses that the interface names. An unknown identifier is answered with it.
  'unknown-device-accepted': breaks('devices.unknown', {
    summary: 'An unknown device id is answered with an empty device.',
    edge: outcomes({
      refresh: (outcome, _, deviceId) => {
        if (!isRefusedWith(outcome, 'DEVICE_NOT_FOUND')) return outcome;
        const peripherals = { relays: [], digitalInputs: [], analogInputs: [], sensors: [] };
        return success({ device: { deviceId, online: false, powered: false }, peripherals });
      },
    }),
  }),
  // Errors: a disabled API client is answered with APP_DISABLED, however often it asks.
  'disabled-client-refused-once': breaks('auth.disabled-client', {
    summary: 'A disabled API client is refused an access token once, and gets one the next time.',
    edge: onePort('access', (access) => {
      const refused = new Set<string>();
      return {
        issueToken: (credentials) => {
          const issued = access.issueToken(credentials);
          if (issued.ok || issued.refusal.code !== 'APP_DISABLED') return issued;
          const { clientId } = credentials;
          if (!refused.has(clientId)) {
            refused.add(clientId);
            return issued;
          }
          access.setDisabled(clientId, false);
          const granted = access.issueToken(credentials);
          access.setDisabled(clientId, true);
          return granted;
        },
      };
    }),
  }),
  // REST endpoints: a device that was removed is gone, and stays away.
  'removed-device-comes-back': breaks('devices.remove', {
    summary: 'A device that was removed is listed again five seconds later.',
    edge: ({ clock }) => {
      const gone = new Map<string, number>();
      return values({
        removeDevice: (_, __, deviceId) => void gone.set(deviceId, clock.now()),
        addDevice: (device) => {
          gone.delete(device.deviceId);
          return device;
        },
        listDevices: (list) => {
          const back = [...gone].filter(([, at]) => clock.now() - at >= AWAY);
          const shown = back.map(([deviceId]) => ({ deviceId, online: true, powered: true }));
          return { ...list, devices: [...list.devices, ...shown] };
        },
      });
    },
  }),
  // Errors: an error reply is a result and no failure of the connection, neither the first nor a later one.
  'second-rejection-closes': breaks('ws.errors-keep-connection', {
    summary: 'The second RATE_LIMITED on a connection closes it.',
    edge: texts(() => {
      let rejections = 0;
      return {
        sent: (text, pass, socket) => {
          pass();
          if (text.includes('"RATE_LIMITED"') && ++rejections === 2)
            socket.close({ code: 1008, reason: 'too many requests' });
        },
      };
    }),
  }),
  // Versioning: the version is part of every path.
  'path-without-version': breaks('version.in-path', {
    summary: 'Device profiles are found at /svc/device-profiles, and not under /svc/v1.',
    edge: withPaths((target) =>
      target.startsWith('/svc/v1/device-profiles')
        ? '/svc/v1/nowhere'
        : target.replace(/^\/svc\/device-profiles/, '/svc/v1/device-profiles'),
    ),
  }),
  // Versioning: the version is part of every path, and only this one is served.
  'any-version-served': breaks('version.in-path', {
    summary: 'Any number of a version in the path is served.',
    edge: withPaths((target) => target.replace(/^\/svc\/v\d+\//, '/svc/v1/')),
  }),
  // Versioning: the version is part of every path.
  'version-optional': breaks('version.in-path', {
    summary: 'Paths without the version are served as well.',
    edge: withPaths((target) => target.replace(/^\/svc\/(?!v\d)/, '/svc/v1/')),
  }),
});

function listWithout(list: ListedDevices, hidden: ReadonlySet<string>): ListedDevices {
  const isSeen = ({ deviceId }: DeviceRecord): boolean => !hidden.has(deviceId);
  const { devices, rest } = list;
  return { ...list, devices: devices.filter(isSeen), rest: rest && (() => [...rest()].filter(isSeen)) };
}

/** Answers as removing does, for a device that there is and for one that there is not. */
function removeNothing(service: Service): Service['removeDevice'] {
  return (caller, deviceId) => {
    const config = service.readConfig(caller, deviceId);
    return config.ok ? success(undefined) : config;
  };
}

/** @param chosen the password that the device gets. */
export function withNewPassword(chosen: (change: PasswordChange) => string): Edge {
  return call('changePassword', (caller, deviceId, change, next) =>
    next(caller, deviceId, { ...change, newPassword: chosen(change) }),
  );
}

/** @param place where a request for the path is taken to. */
export function withPaths(place: (target: string) => string): Edge {
  return { rest: (request, next) => next({ ...request, target: place(request.target) }) };
}
