// Styles of the service: legal ways to carry out, remember and tell of commands and events.
import type { AccessToken } from '../../contract/schemas/access.js';
import type { DeviceRecord } from '../../contract/schemas/device.js';
import type { Clock } from '../../kernel/clock.js';
import type { Device } from '../device/device.js';
import type { EventBus, ServiceEvent } from '../service/ports.js';
import type { Style } from './style.js';
import { announceDelays } from './wire.js';

// The device list shows what it showed up to two seconds ago of devices that it lists already.

/** Ms for which what a list shows of a device is kept. */
const KEPT = 2000;

export function cachedLists(): Style {
  return {
    id: 'cached-lists',
    summary: 'What the list says of a device beside its identifier may be two seconds old.',
    because: 'Device detail is a real-time refresh; of the list nothing like that is said.',
    service: (service, { clock }) => {
      const known = new Map<string, { readonly until: number; readonly device: DeviceRecord }>();
      const cached = (device: DeviceRecord): DeviceRecord => {
        const last = known.get(device.deviceId);
        if (last && clock.now() < last.until) return last.device;
        known.set(device.deviceId, { until: clock.now() + KEPT, device });
        return device;
      };
      return {
        ...service,
        listDevices: (caller, page) => {
          const listed = service.listDevices(caller, page);
          if (!listed.ok) return listed;
          return { ok: true, value: { ...listed.value, devices: listed.value.devices.map(cached) } };
        },
      };
    },
  };
}

// Changes of one device that come close together leave in one event.

type Changed = Extract<ServiceEvent, { topic: 'device.state.changed' }>;

/** Ms for which the first change waits for others. */
const GATHERING = 150;

export function eventsMerged(): Style {
  return {
    id: 'events-merged',
    summary: 'Changes of one device within 150 ms are told in one event, after the last of them.',
    because: '`changes` names the affected channels; how many changes make an event is not said.',
    ports: (ports, { clock }) => ({ ...ports, events: gathering(ports.events, clock) }),
  };
}

function gathering(events: EventBus, clock: Clock): EventBus {
  const waiting = new Map<string, Changed>();
  return {
    ...events,
    publish: (event) => {
      if (event.topic !== 'device.state.changed') {
        events.publish(event);
        return;
      }
      const known = waiting.get(event.deviceId);
      waiting.set(event.deviceId, known ? { ...event, changes: union(known.changes, event.changes) } : event);
      if (known) return;
      clock.setTimer('merged event', GATHERING, () => {
        const merged = waiting.get(event.deviceId);
        waiting.delete(event.deviceId);
        if (merged) events.publish(merged);
      });
    },
  };
}

function union(before: Changed['changes'], now: Changed['changes']): Changed['changes'] {
  const same =
    (a: Changed['changes'][number]) =>
    (b: Changed['changes'][number]): boolean =>
      a.kind === b.kind && a.index === b.index;
  return [...before, ...now.filter((each) => !before.some(same(each)))];
}

// One event for each change, also of those that happen at once.

export function eventsSplit(): Style {
  return {
    id: 'events-split',
    summary: 'Changes that happen at once are told in one event each.',
    because: '`changes` names the affected channels; how many changes make an event is not said.',
    ports: (ports) => ({
      ...ports,
      events: {
        ...ports.events,
        publish: (event) => {
          if (event.topic !== 'device.state.changed') {
            ports.events.publish(event);
            return;
          }
          for (const [nth, change] of event.changes.entries())
            ports.events.publish({ ...event, eventId: `${event.eventId}-${nth + 1}`, changes: [change] });
        },
      },
    }),
  };
}

// Announced delays with fractions of a second; the header, which has none, is rounded up.

export function fractionalDelays(): Style {
  return {
    id: 'fractional-delays',
    summary: 'retryAfterSeconds has fractions of a second; Retry-After is the same, rounded up.',
    because: 'retryAfterSeconds is a number of seconds; only the header is bound to whole ones, by HTTP.',
    ...announceDelays((needed) => ({ data: needed + 0.4, header: needed + 1 })),
  };
}

// Announced delays that are longer than needed.

export function generousDelays(): Style {
  return {
    id: 'generous-delays',
    summary: 'A rejection announces three seconds more than are needed.',
    because: 'The actual delay is the one announced; after it the request is served, and sooner it may be.',
    ...announceDelays((needed) => ({ data: needed + 3, header: needed + 3 })),
  };
}

// No command without an idempotency key.

export function keyRequired(): Style {
  return {
    id: 'key-required',
    summary: 'A command without an idempotency key is refused on both channels.',
    because: 'Callers generate a key for each command request; whether one without is taken is not said.',
    service: (service) => ({
      ...service,
      operate: (caller, request) => {
        if (request.idempotencyKey !== undefined) return service.operate(caller, request);
        const message = 'A command needs an idempotency key.';
        return Promise.resolve({ ok: false, refusal: { code: 'INVALID_REQUEST', message } });
      },
    }),
  };
}

// Command identifiers with characters that have to be escaped in a path.

const ODD = 'cmd:/é 50%?#';

export function oddCommandIds(): Style {
  return {
    id: 'odd-command-ids',
    summary: 'Identifiers of commands contain characters that mean something in a URL.',
    because: 'The format of a command identifier is not shown, and its content is no part of the contract.',
    service: (service) => ({
      ...service,
      operate: async (caller, request) => {
        const outcome = await service.operate(caller, request);
        if (!outcome.ok) return outcome;
        return { ...outcome, value: { ...outcome.value, commandId: ODD + outcome.value.commandId } };
      },
      readCommand: (caller, commandId) => {
        const outcome = service.readCommand(
          caller,
          commandId.startsWith(ODD) ? commandId.slice(ODD.length) : '',
        );
        if (!outcome.ok) return outcome;
        return { ...outcome, value: { ...outcome.value, commandId: ODD + outcome.value.commandId } };
      },
    }),
  };
}

// Tickets with characters that have to be escaped in a query.

const ODD_ODDTICKETS = '+/=&%41 #?ä-';

export function oddTickets(): Style {
  return {
    id: 'odd-tickets',
    summary: 'Tickets contain characters that mean something in a URL.',
    because: 'A ticket is a value whose content is no part of the contract.',
    ports: (ports) => {
      const plain = (ticket: string): string =>
        ticket.startsWith(ODD_ODDTICKETS) ? ticket.slice(ODD_ODDTICKETS.length) : '';
      return {
        ...ports,
        tickets: {
          ...ports.tickets,
          issue: (clientId) => {
            const issued = ports.tickets.issue(clientId);
            return { ...issued, ticket: ODD_ODDTICKETS + issued.ticket };
          },
          holder: (ticket) => ports.tickets.holder(plain(ticket)),
          redeem: (ticket) => ports.tickets.redeem(plain(ticket)),
        },
      };
    },
  };
}

// The token endpoint gives out the token that an API client has already, with what is left of its life.

export function tokensReused(): Style {
  return {
    id: 'tokens-reused',
    summary: 'A client that asks for a token gets the one that it has until half of its life is over.',
    because: 'Whether each request makes a new token is not said; expiresIn tells for how long it lasts.',
    ports: (ports, { clock }) => {
      const given = new Map<string, { readonly token: AccessToken; readonly until: number }>();
      const issueToken: typeof ports.access.issueToken = (credentials) => {
        // The credentials are looked at each time.
        const issued = ports.access.issueToken(credentials);
        if (!issued.ok) return issued;
        const known = given.get(credentials.clientId);
        const left = known ? known.until - clock.now() : 0;
        const isGood = known !== undefined && ports.access.authenticate(known.token.accessToken).ok;
        if (isGood && left > (known.token.expiresIn * 1000) / 2)
          return { ok: true, value: { ...known.token, expiresIn: Math.floor(left / 1000) } };
        const { expiresIn } = issued.value;
        given.set(credentials.clientId, { token: issued.value, until: clock.now() + expiresIn * 1000 });
        return issued;
      };
      return { ...ports, access: { ...ports.access, issueToken } };
    },
  };
}

// Devices that do not answer now and then when a relay is to be switched.

/** One of so many relay operations is in vain. */
const EACH = 19;
/** Ms until the service gives up waiting for the device. */
const WAITS = 800;

export function vainCommands(): Style {
  let counted = 0;
  return {
    id: 'vain-commands',
    summary: 'Each nineteenth relay operation ends as TIMEOUT, without any effect.',
    because: 'TIMEOUT is a value of the status, and that each operation reaches its device is nowhere said.',
    devices: (devices, { clock }) => {
      const sometimesInVain = (device: Device): Device => {
        const perform: Device['perform'] = async (operation) => {
          if (operation.name !== 'device.relay.set' || ++counted % EACH !== 0)
            return device.perform(operation);
          await clock.sleep(WAITS);
          return { kind: 'timeout' };
        };
        return Object.create(device, { perform: { value: perform } }) as Device;
      };
      return {
        ...devices,
        find: (deviceId, origin) => {
          const device = devices.find(deviceId, origin);
          return device && sometimesInVain(device);
        },
      };
    },
  };
}
