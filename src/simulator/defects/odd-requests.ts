// Defects that show only where a request is written in an unusual way, or for one operation and not for the others.
import type { ErrorCode } from '../../contract/error-codes.js';
import type { DeviceAddition } from '../../contract/schemas/device.js';
import { andThen, type MaybePromise } from '../../kernel/maybe-promise.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { refuse, success } from '../service/outcome.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import { call, texts, isRefusedWith, outcomes, tellingAfter, values } from '../edge/helpers.js';
import type { OperationName } from '../../contract/operations.js';
import type { Channel } from '../../trace/record.js';
import type { Caller, Service } from '../service/service.js';
import { isBySingleRelay, isOverWebSocket, isRefreshing, passingBy } from './wrong-ports.js';

export const ODD_REQUEST_DEFECTS = defects({
  // Idempotency-Key rules: the same key returns the same command. The order of JSON members is no part of a request.
  'repeat-compared-by-its-text': breaks('idempotency.same-command-rest', {
    summary: 'Over REST a repeat that is spelled in another way is a new command.',
    edge: withKeysBySpelling,
  }),
  // Idempotency-Key rules: the same holds for data.idempotencyKey.
  'frame-compared-by-its-text': breaks('idempotency.same-command-websocket', {
    summary: 'Over WebSocket a repeat that is spelled in another way is a new command.',
    edge: withFrameKeysBySpelling,
  }),
  // REST endpoints: relays/commands changes the relays of the request, and no other one.
  'no-such-relay-is-the-first': breaks('relay.effect', {
    summary: 'A command for a relay that the device does not have switches the first one, and succeeds.',
    edge: call('operate', async (caller, request, next) => {
      const outcome = await next(caller, request);
      const { operation } = request;
      if (outcome.ok || outcome.refusal.code !== 'INVALID_PARAMETER') return outcome;
      if (operation.name !== 'device.relay.set') return outcome;
      const relays = operation.params.relays.slice(0, 1).map((each) => ({ ...each, index: 1 }));
      return next(caller, { ...request, operation: { ...operation, params: { relays } } });
    }),
  }),
  // REST endpoints: POST devices adds a device; one that is there already is not changed by it.
  'refused-addition-replaces': breaks('devices.password', {
    summary: 'The refused addition of a device that is there already replaces it and its password.',
    edge: addedAfter('DEVICE_EXISTS', (service, caller, addition) =>
      andThen(service.removeDevice(caller, addition.deviceId), () => service.addDevice(caller, addition)),
    ),
  }),
  // REST endpoints: POST devices adds a device; a refusal adds none.
  'refused-addition-listed': breaks('devices.add', {
    summary: 'A device that is refused because its type is unknown is added all the same.',
    edge: addedAfter('INVALID_PARAMETER', (service, caller, addition) =>
      service.addDevice(caller, { ...addition, profileId: service.usualProfile }),
    ),
  }),
  // Device: the list carries the devices, also in pages.
  'pages-fail': breaks('devices.list', {
    summary: 'A page of the device list is answered with 500.',
    edge: call('listDevices', (caller, page, next) =>
      page.limit === undefined
        ? next(caller, page)
        : refuse('INTERNAL_ERROR', 'The request could not be served.'),
    ),
  }),
  // Device: the list carries the devices; its next page carries the next ones.
  'next-page-is-the-first': breaks('devices.list', {
    summary: 'Each page of the device list is the first one.',
    edge: call('listDevices', (caller, { limit }, next) => next(caller, { limit })),
  }),
  // Permissions: a client gets to know nothing of devices that it may not access, also not by a cursor.
  'cursor-opens-foreign-devices': breaks('scope.devices-within-client', {
    summary: 'Whoever has the cursor of another client is shown the devices of that client.',
    edge: call('listDevices', (caller, page, next) =>
      next(page.cursor === undefined ? caller : { ...caller, sees: () => true }, page),
    ),
  }),
  // Idempotency-Key rules: REST carries the key in its header, on the compatibility endpoint too.
  'single-relay-ignores-keys': breaks('idempotency.same-command-rest', {
    summary: 'The single-relay endpoint does not look at keys.',
    edge: call('operate', (caller, request, next) =>
      next(caller, isBySingleRelay(caller.origin) ? { ...request, idempotencyKey: undefined } : request),
    ),
  }),
  // Idempotency-Key rules: the same key returns the same command, for a baud rate too.
  'baud-rate-ignores-keys': breaks('idempotency.same-command-websocket', {
    summary: 'Over WebSocket a repeated baud rate is a new command.',
    edge: withoutKeys('ws', 'device.rs485.baudRate.set'),
  }),
  // Idempotency-Key rules: the same key returns the same command, for a jog duration too.
  'jog-duration-ignores-keys': breaks('idempotency.same-command-rest', {
    summary: 'Over REST a repeated jog duration is a new command.',
    edge: withoutKeys('rest', 'device.relay.jogConfig.set'),
  }),
  // Idempotency-Key rules: the same key returns the same result.
  'repeat-without-result': breaks('idempotency.same-command-rest', {
    summary: 'A repeat returns the command without its result.',
    edge: () => {
      const seen = new Set<string>();
      return values({
        operate: ({ result, ...command }) => {
          const again = seen.has(command.commandId);
          seen.add(command.commandId);
          return again || result === undefined ? command : { ...command, result };
        },
      });
    },
  }),
  // Limits: controls of one device are one at a time, a baud rate too.
  'baud-rate-not-serialised': breaks('busy.control-control', {
    summary: 'A baud rate is set while another operation runs on the device.',
    edge: passingBy((own) => own?.channel === 'rest' && own.endpoint === 'rs485.baud-rate'),
  }),
  // Event topics: a new jog duration is not broadcast, whichever channel it came by.
  'websocket-jog-broadcast': breaks('events.not-for-config', {
    summary: 'Setting a jog duration over WebSocket emits device.state.changed for the relay.',
    edge: tellingAfter('device.relay.jogConfig.set', ({ params: { index } }, _, __, origin) =>
      isOverWebSocket(origin) ? [{ kind: 'relay', index }] : undefined,
    ),
  }),
  // Limits: a control during a refresh is answered with DEVICE_BUSY.
  'control-runs-during-refresh': breaks('busy.refresh-control', {
    summary: 'A control is carried out while a refresh is under way; a refresh during a control is not.',
    edge: passingBy((own, holder) => !isRefreshing(own) && isRefreshing(holder)),
  }),
  // Device profile: the device-profiles endpoint lists the profiles, those of all devices.
  'last-profile-not-listed': breaks('devices.profiles', {
    summary: 'The last of the device profiles is not listed.',
    edge: values({ listProfiles: ({ profiles }) => ({ profiles: profiles.slice(0, -1) }) }),
  }),
  // REST endpoints: a device that was removed takes no commands.
  'removed-device-obeys': breaks('devices.remove', {
    summary: 'A device that was removed still takes relay commands, and is nowhere shown.',
    edge: () => {
      const removed = new Set<string>();
      return outcomes({
        removeDevice: (outcome, _, deviceId) => {
          if (outcome.ok) removed.add(deviceId);
          return outcome;
        },
        operate: (outcome, _, { deviceId, operation }) =>
          outcome.ok || !removed.has(deviceId)
            ? outcome
            : success({ commandId: 'cmd-of-nobody', deviceId, operation, status: 'succeeded' }),
      });
    },
  }),
  // Errors: 404 is one of the statuses that the interface names. Removing what is not there is answered with it.
  'removing-nothing-succeeds': breaks('devices.unknown', {
    summary: 'Removing a device that does not exist is a success.',
    edge: outcomes({
      removeDevice: (outcome) => (isRefusedWith(outcome, 'DEVICE_NOT_FOUND') ? success(undefined) : outcome),
    }),
  }),
});

/** How the first request with each key was spelled. */
function createSpellings(): (key: string, text: string) => boolean {
  const first = new Map<string, string>();
  return (key, text) => {
    const before = first.get(key) ?? text;
    first.set(key, before);
    return before === text;
  };
}

function withKeysBySpelling(): Edge {
  const isAsBefore = createSpellings();
  return {
    rest: (request, next) => {
      const key = request.headers['idempotency-key'];
      if (key === undefined || isAsBefore(key, request.body)) return next(request);
      return next({ ...request, headers: { ...request.headers, 'idempotency-key': `${key}-2` } });
    },
  };
}

function withFrameKeysBySpelling(): Edge {
  const isAsBefore = createSpellings();
  const filed = (text: string): string => {
    const frame = jsonIn(text);
    const data = isObject(frame) ? frame['data'] : undefined;
    const key = isObject(data) ? data['idempotencyKey'] : undefined;
    if (typeof key !== 'string' || isAsBefore(key, JSON.stringify(data))) return text;
    return text.replace(JSON.stringify(key), JSON.stringify(`${key}-2`));
  };
  return texts(() => ({ received: (text, pass) => pass(filed(text)) }));
}
function withoutKeys(channel: Channel, name: OperationName): Edge {
  return call('operate', (caller, request, next) => {
    const ignored = caller.origin?.channel === channel && request.operation.name === name;
    return next(caller, ignored ? { ...request, idempotencyKey: undefined } : request);
  });
}

/** @param then what becomes of a device whose addition was refused with this code; the refusal is answered. */
function addedAfter(
  code: ErrorCode,
  then: (service: Service, caller: Caller, addition: DeviceAddition) => MaybePromise<unknown>,
): Edge {
  return {
    calls: (service) => ({
      addDevice: (caller, addition) =>
        andThen(service.addDevice(caller, addition), (outcome) =>
          isRefusedWith(outcome, code) ? andThen(then(service, caller, addition), () => outcome) : outcome,
        ),
    }),
  };
}
