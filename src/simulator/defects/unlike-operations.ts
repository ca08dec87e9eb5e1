// Defects that show for one operation, one endpoint or one form of a request, and not for the others.
import { andThen } from '../../kernel/maybe-promise.js';
import type { OperationName } from '../../contract/operations.js';
import type { Channel } from '../../trace/record.js';
import { dataOf, editFrames, editReplies, isReply, type Json } from '../wire/edit-messages.js';
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
        if (operation.name === JOG && origin?.channel === 'ws') {
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
  // Permissions: a request without authentication is answered with 401, one that sets a baud rate too.
  {
    id: 'baud-rate-without-token',
    rule: 'auth.missing',
    summary: 'The baud rate can be set without a token.',
    decorate: () => ({
      rest: (next) => {
        let last: string | undefined;
        return async (request) => {
          const { authorization } = request.headers;
          if (authorization === undefined && request.target.endsWith('/baud-rate'))
            return next({ ...request, headers: { ...request.headers, authorization: last } });
          const reply = await next(request);
          if (reply.status === 200) last = authorization ?? last;
          return reply;
        };
      },
    }),
  },
  // Message rules: a reply has the requestId of its request, letter by letter.
  {
    id: 'request-id-folded',
    rule: 'ws.correlation',
    summary: 'Replies carry the requestId in small letters.',
    decorate: () =>
      editFrames((frame) => {
        const { requestId } = frame;
        return isReply(frame) && typeof requestId === 'string'
          ? { ...frame, requestId: requestId.toLowerCase() }
          : undefined;
      }),
  },
  // Message rules: a reply has the requestId of its request, as the text that it is.
  {
    id: 'request-id-made-a-number',
    rule: 'ws.correlation',
    summary: 'A requestId of digits comes back as a number.',
    decorate: () =>
      editFrames((frame) => {
        const { requestId } = frame;
        return isReply(frame) && typeof requestId === 'string' && /^\d+$/.test(requestId)
          ? { ...frame, requestId: Number(requestId) }
          : undefined;
      }),
  },
  // Request topics: session.ping is a heartbeat, and each one is answered.
  {
    id: 'third-ping-unanswered',
    rule: 'ws.ping',
    summary: 'Every third session.ping of a connection gets no reply.',
    decorate: () => ({
      session: (next) => (caller, socket) => {
        const session = next(caller, socket);
        let pings = 0;
        return {
          ...session,
          receive: (text) => {
            if (!text.includes('"session.ping"') || ++pings % 3 !== 0) session.receive(text);
          },
        };
      },
    }),
  },
  // Errors: a request that is refused is a result and no failure of the connection.
  {
    id: 'denial-closes-connection',
    rule: 'ws.errors-keep-connection',
    summary: 'The connection is closed after a request that was denied.',
    decorate: () => ({
      session: (next) => (caller, socket) =>
        next(caller, {
          ...socket,
          send: (text, onSent) => {
            socket.send(text, onSent);
            if (text.includes('"AUTH_SCOPE_DENIED"')) socket.close('normal');
          },
        }),
    }),
  },
  // REST endpoints: a valid access token creates a ticket, each time.
  {
    id: 'second-ticket-denied',
    rule: 'ws.ticket-issued',
    summary: 'A client with device:read alone gets no second ticket within five seconds.',
    decorate: () =>
      withService((service, { clock }) => {
        const last = new Map<string, number>();
        return {
          issueTicket: (caller) => {
            const again = clock.now() - (last.get(caller.clientId) ?? -Infinity) < 5000;
            const issued = service.issueTicket(caller);
            if (!caller.scopes.every((scope) => scope === 'device:read')) return issued;
            last.set(caller.clientId, clock.now());
            return again
              ? { ok: false, refusal: { code: 'INVALID_REQUEST', message: 'There is a ticket already.' } }
              : issued;
          },
        };
      }),
  },
  // Versioning: the version is part of every path, and only this one is served.
  {
    id: 'any-version-served',
    rule: 'version.in-path',
    summary: 'Any number of a version in the path is served.',
    decorate: () => withPaths((target) => target.replace(/^\/svc\/v\d+\//, '/svc/v1/')),
  },
  // Versioning: the version is part of every path.
  {
    id: 'version-optional',
    rule: 'version.in-path',
    summary: 'Paths without the version are served as well.',
    decorate: () => withPaths((target) => target.replace(/^\/svc\/(?!v\d)/, '/svc/v1/')),
  },
  // REST endpoints: reading a command gives back what it was made with.
  {
    id: 'read-command-without-params-of-config',
    rule: 'commands.readable',
    summary: 'A jog duration is read back as a command with other params.',
    decorate: () => withReadParams(JOG, (value) => (typeof value === 'number' ? value + 1 : value)),
  },
  // REST endpoints: reading a command gives back what it was made with, for relays too.
  {
    id: 'relay-command-read-without-relays',
    rule: 'commands.readable',
    summary: 'A relay command is read back with the actions of its relays turned round.',
    decorate: () =>
      withReadParams('device.relay.set', (value) =>
        JSON.parse(
          JSON.stringify(value).replaceAll(/"(on|off)"/g, (_, word) => (word === 'on' ? '"off"' : '"on"')),
        ),
      ),
  },
];

const JOG = 'device.relay.jogConfig.set' satisfies OperationName;

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

/** @param place where a request for the path is taken to. */
function withPaths(place: (target: string) => string): Decoration {
  return { rest: (next) => (request) => next({ ...request, target: place(request.target) }) };
}

/** @param shown what a command that is read shows of each of its params. */
function withReadParams(operation: OperationName, shown: (value: unknown) => unknown): Decoration {
  return editReplies((body, _, { target, method }) => {
    const command = dataOf(body)['command'] as Json | undefined;
    if (method !== 'GET' || !target.includes('/commands/') || command?.['operation'] !== operation)
      return undefined;
    const own = Object.entries(command['params'] as Json);
    const params = Object.fromEntries(own.map(([name, value]) => [name, shown(value)]));
    return { ...body, data: { ...dataOf(body), command: { ...command, params } } };
  });
}
