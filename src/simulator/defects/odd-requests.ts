// Defects that show only where a request is written or aimed in an unusual way.
import { andThen } from '../../kernel/maybe-promise.js';
import { isObject } from '../../kernel/json.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withService } from './wrap/service.js';

export const ODD_REQUEST_DEFECTS: readonly Defect[] = [
  // Idempotency-Key rules: the same key returns the same command. The order of JSON members is no part of a request.
  {
    id: 'repeat-compared-by-its-text',
    rule: 'idempotency.same-command-rest',
    summary: 'Over REST a repeat that is spelled in another way is a new command.',
    decorate: () => ({ rest: (next) => withKeysBySpelling(next) }),
  },
  // Idempotency-Key rules: the same holds for data.idempotencyKey.
  {
    id: 'frame-compared-by-its-text',
    rule: 'idempotency.same-command-websocket',
    summary: 'Over WebSocket a repeat that is spelled in another way is a new command.',
    decorate: () => withFrameKeysBySpelling(),
  },
  // REST endpoints: relays/commands changes the relays of the request, and no other one.
  {
    id: 'no-such-relay-is-the-first',
    rule: 'relay.effect',
    summary: 'A command for a relay that the device does not have switches the first one, and succeeds.',
    decorate: () =>
      withService((service) => ({
        operate: async (caller, request) => {
          const outcome = await service.operate(caller, request);
          const { operation } = request;
          if (outcome.ok || outcome.refusal.code !== 'INVALID_PARAMETER') return outcome;
          if (operation.name !== 'device.relay.set') return outcome;
          const relays = operation.params.relays.slice(0, 1).map((each) => ({ ...each, index: 1 }));
          return service.operate(caller, { ...request, operation: { ...operation, params: { relays } } });
        },
      })),
  },
  // REST endpoints: POST devices adds a device; one that is there already is not changed by it.
  {
    id: 'refused-addition-replaces',
    rule: 'devices.password',
    summary: 'The refused addition of a device that is there already replaces it and its password.',
    decorate: () =>
      withService((service) => ({
        addDevice: (caller, addition) =>
          andThen(service.addDevice(caller, addition), (outcome) => {
            if (outcome.ok || outcome.refusal.code !== 'DEVICE_EXISTS') return outcome;
            return andThen(service.removeDevice(caller, addition.deviceId), () =>
              andThen(service.addDevice(caller, addition), () => outcome),
            );
          }),
      })),
  },
  // REST endpoints: POST devices adds a device; a refusal adds none.
  {
    id: 'refused-addition-listed',
    rule: 'devices.add',
    summary: 'A device that is refused because its type is unknown is added all the same.',
    decorate: () =>
      withService((service) => ({
        addDevice: (caller, addition) =>
          andThen(service.addDevice(caller, addition), (outcome) => {
            if (outcome.ok || outcome.refusal.code !== 'INVALID_PARAMETER') return outcome;
            const usual = { ...addition, profileId: service.usualProfile };
            return andThen(service.addDevice(caller, usual), () => outcome);
          }),
      })),
  },
  // Device: the list carries the devices, also in pages.
  {
    id: 'pages-fail',
    rule: 'devices.list',
    summary: 'A page of the device list is answered with 500.',
    decorate: () =>
      withService((service) => ({
        listDevices: (caller, page) =>
          page.limit === undefined
            ? service.listDevices(caller, page)
            : { ok: false, refusal: { code: 'INTERNAL_ERROR', message: 'The request could not be served.' } },
      })),
  },
  // Device: the list carries the devices; its next page carries the next ones.
  {
    id: 'next-page-is-the-first',
    rule: 'devices.list',
    summary: 'Each page of the device list is the first one.',
    decorate: () =>
      withService((service) => ({
        listDevices: (caller, { limit }) => service.listDevices(caller, { limit }),
      })),
  },
  // Permissions: a client gets to know nothing of devices that it may not access, also not by a cursor.
  {
    id: 'cursor-opens-foreign-devices',
    rule: 'scope.devices-within-client',
    summary: 'Whoever has the cursor of another client is shown the devices of that client.',
    decorate: () =>
      withService((service) => ({
        listDevices: (caller, page) =>
          service.listDevices(page.cursor === undefined ? caller : { ...caller, sees: () => true }, page),
      })),
  },
];

/** How the first request with each key was spelled. */
function createSpellings(): (key: string, text: string) => boolean {
  const first = new Map<string, string>();
  return (key, text) => {
    const before = first.get(key) ?? text;
    first.set(key, before);
    return before === text;
  };
}

type Rest = Parameters<NonNullable<Decoration['rest']>>[0];

function withKeysBySpelling(next: Rest): Rest {
  const isAsBefore = createSpellings();
  return (request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || isAsBefore(key, request.body)) return next(request);
    return next({ ...request, headers: { ...request.headers, 'idempotency-key': `${key}-2` } });
  };
}

function withFrameKeysBySpelling(): Pick<Decoration, 'session'> {
  const isAsBefore = createSpellings();
  const filed = (text: string): string => {
    const frame = parsed(text);
    const data = isObject(frame) ? frame['data'] : undefined;
    const key = isObject(data) ? data['idempotencyKey'] : undefined;
    if (typeof key !== 'string' || isAsBefore(key, JSON.stringify(data))) return text;
    return text.replace(JSON.stringify(key), JSON.stringify(`${key}-2`));
  };
  return {
    session: (next) => (caller, socket) => {
      const session = next(caller, socket);
      return { ...session, receive: (text) => session.receive(filed(text)) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
