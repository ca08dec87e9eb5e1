// Defects that show for one operation, one endpoint or one form of a request, and not for the others.
import { andThen } from '../../kernel/maybe-promise.js';
import type { OperationName } from '../../contract/operations.js';
import type { Channel } from '../../trace/record.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { enterAnyway } from './wrap/lane.js';
import { withTelling } from './wrap/operations.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

export const UNLIKE_OPERATION_DEFECTS: readonly Defect[] = [
  // Idempotency-Key rules: REST carries the key in its header, on the compatibility endpoint too.
  {
    id: 'single-relay-ignores-keys',
    rule: 'idempotency.same-command-rest',
    summary: 'The single-relay endpoint does not look at keys.',
    decorate: () => ({
      rest: (next) => (request) => {
        if (!/\/relays\/\d+\/commands$/.test(request.target)) return next(request);
        const { 'idempotency-key': _, ...headers } = request.headers;
        return next({ ...request, headers });
      },
    }),
  },
  // Idempotency-Key rules: the same key returns the same command, for a baud rate too.
  {
    id: 'baud-rate-ignores-keys',
    rule: 'idempotency.same-command-websocket',
    summary: 'Over WebSocket a repeated baud rate is a new command.',
    decorate: () => withoutKeys('ws', 'device.rs485.baudRate.set'),
  },
  // Idempotency-Key rules: the same key returns the same command, for a jog duration too.
  {
    id: 'jog-duration-ignores-keys',
    rule: 'idempotency.same-command-rest',
    summary: 'Over REST a repeated jog duration is a new command.',
    decorate: () => withoutKeys('rest', 'device.relay.jogConfig.set'),
  },
  // Idempotency-Key rules: the same key returns the same result.
  {
    id: 'repeat-without-result',
    rule: 'idempotency.same-command-rest',
    summary: 'A repeat returns the command without its result.',
    decorate: () =>
      withService((service) => {
        const seen = new Set<string>();
        return {
          operate: async (caller, request) => {
            const outcome = await service.operate(caller, request);
            if (!outcome.ok) return outcome;
            const { result: _, ...command } = outcome.value;
            const again = seen.has(command.commandId);
            seen.add(command.commandId);
            return again ? { ok: true, value: command } : outcome;
          },
        };
      }),
  },
  // Limits: controls of one device are one at a time, a baud rate too.
  {
    id: 'baud-rate-not-serialised',
    rule: 'busy.control-control',
    summary: 'A baud rate is set while another operation runs on the device.',
    decorate: () =>
      withPorts(({ lane }) => ({
        lane: {
          enter: enterAnyway(
            lane,
            (_, origin) => origin?.channel === 'rest' && origin.endpoint === 'rs485.baud-rate',
          ),
        },
      })),
  },
  // Event topics: a new jog duration is not broadcast, whichever channel it came by.
  {
    id: 'websocket-jog-broadcast',
    rule: 'events.not-for-config',
    summary: 'Setting a jog duration over WebSocket emits device.state.changed for the relay.',
    decorate: () =>
      withTelling(async (device, operation, tell, origin) => {
        const outcome = await device.perform(operation);
        if (operation.name === 'device.relay.jogConfig.set' && origin?.channel === 'ws') {
          const { index } = operation.params;
          tell({
            kind: 'state-changed',
            changes: [{ kind: 'relay', index }],
            peripherals: device.peripherals(),
          });
        }
        return outcome;
      }),
  },
  // Limits: a control during a refresh is answered with DEVICE_BUSY.
  {
    id: 'control-runs-during-refresh',
    rule: 'busy.refresh-control',
    summary: 'A control is carried out while a refresh is under way; a refresh during a control is not.',
    decorate: () =>
      withPorts(({ lane }) => {
        const refreshing = new Set<string>();
        return {
          lane: {
            enter: (deviceId, origin) => {
              const refreshes = isRefresh(origin);
              const leave = refreshes
                ? lane.enter(deviceId, origin)
                : enterAnyway(lane, (id) => refreshing.has(id))(deviceId, origin);
              if (!leave || !refreshes) return leave;
              refreshing.add(deviceId);
              return () => {
                refreshing.delete(deviceId);
                leave();
              };
            },
          },
        };
      }),
  },
  // Device profile: the device-profiles endpoint lists the profiles, those of all devices.
  {
    id: 'last-profile-not-listed',
    rule: 'devices.profiles',
    summary: 'The last of the device profiles is not listed.',
    decorate: () =>
      withService((service) => ({
        listProfiles: (caller) => {
          const list = service.listProfiles(caller);
          return list.ok ? { ok: true, value: { profiles: list.value.profiles.slice(0, -1) } } : list;
        },
      })),
  },
  // REST endpoints: a device that was removed takes no commands.
  {
    id: 'removed-device-obeys',
    rule: 'devices.remove',
    summary: 'A device that was removed still takes relay commands, and is nowhere shown.',
    decorate: () =>
      withService((service) => {
        const removed = new Set<string>();
        return {
          removeDevice: (caller, deviceId) =>
            andThen(service.removeDevice(caller, deviceId), (outcome) => {
              if (outcome.ok) removed.add(deviceId);
              return outcome;
            }),
          operate: async (caller, request) => {
            const outcome = await service.operate(caller, request);
            if (outcome.ok || !removed.has(request.deviceId)) return outcome;
            const { deviceId, operation } = request;
            return {
              ok: true,
              value: { commandId: 'cmd-of-nobody', deviceId, operation, status: 'succeeded' },
            };
          },
        };
      }),
  },
  // REST endpoints: a device that was removed is not listed any more.
  {
    id: 'removed-device-listed',
    rule: 'devices.remove',
    summary: 'A device that was removed stays in the device list, and is gone everywhere else.',
    decorate: () =>
      withService((service) => {
        const gone = new Map<string, { deviceId: string; online: boolean; powered: boolean }>();
        return {
          removeDevice: (caller, deviceId) =>
            andThen(service.removeDevice(caller, deviceId), (outcome) => {
              if (outcome.ok) gone.set(deviceId, { deviceId, online: false, powered: false });
              return outcome;
            }),
          addDevice: (caller, addition) => {
            gone.delete(addition.deviceId);
            return service.addDevice(caller, addition);
          },
          listDevices: (caller, page) => {
            const list = service.listDevices(caller, page);
            if (!list.ok) return list;
            return { ok: true, value: { ...list.value, devices: [...list.value.devices, ...gone.values()] } };
          },
        };
      }),
  },
  // Errors: 404 is one of the statuses that the interface names. Removing what is not there is answered with it.
  {
    id: 'removing-nothing-succeeds',
    rule: 'devices.unknown',
    summary: 'Removing a device that does not exist is a success.',
    decorate: () =>
      withService((service) => ({
        removeDevice: (caller, deviceId) =>
          andThen(service.removeDevice(caller, deviceId), (outcome) =>
            outcome.ok || outcome.refusal.code !== 'DEVICE_NOT_FOUND'
              ? outcome
              : { ok: true, value: undefined },
          ),
      })),
  },
];

/** @param origin of the request that enters a lane. */
function isRefresh(origin: Parameters<Parameters<typeof enterAnyway>[0]['enter']>[1]): boolean {
  if (origin?.channel === 'ws') return origin.topic === 'device.state.get';
  return origin?.channel === 'rest' && origin.endpoint === 'devices.read';
}

function withoutKeys(channel: Channel, name: OperationName): Decoration {
  return withService((service) => ({
    operate: (caller, request) => {
      const ignored = caller.origin?.channel === channel && request.operation.name === name;
      return service.operate(caller, ignored ? { ...request, idempotencyKey: undefined } : request);
    },
  }));
}
