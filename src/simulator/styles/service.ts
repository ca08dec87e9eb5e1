// Styles of the service: legal ways to carry out, remember and tell of commands and events.
import type { AccessToken } from '../../contract/schemas/access.js';
import type { DeviceRecord } from '../../contract/schemas/device.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Edge } from '../edge/edge.js';
import { call, onePort, outcomes, performing, publishing, values } from '../edge/helpers.js';
import type { ServiceEvent } from '../service/ports.js';
import { refuse, type ServiceResult } from '../service/outcome.js';
import { styles } from './style.js';

/** Ms for which what a list shows of a device is kept. */
const KEPT = 2000;

/** Ms for which the first change waits for others. */
const GATHERING = 150;

/** Characters that have to be escaped in a path. */
const ODD_COMMAND = 'cmd:/é 50%?#';
/** Characters that have to be escaped in a query. */
const ODD_TICKET = '+/=&%41 #?ä-';

/** One of so many relay operations is in vain. */
const EACH = 19;
/** Ms until the service gives up waiting for the device. */
const WAITS = 800;

export const SERVICE_STYLES = styles({
  // The device list shows what it showed up to two seconds ago of devices that it lists already.
  'cached-lists': {
    summary: 'What the list says of a device beside its identifier may be two seconds old.',
    because: 'Device detail is a real-time refresh; of the list nothing like that is said.',
    edge: ({ clock }) => {
      const known = new Map<string, { readonly until: number; readonly device: DeviceRecord }>();
      const cached = (device: DeviceRecord): DeviceRecord => {
        const last = known.get(device.deviceId);
        if (last && clock.now() < last.until) return last.device;
        known.set(device.deviceId, { until: clock.now() + KEPT, device });
        return device;
      };
      return values({ listDevices: (list) => ({ ...list, devices: list.devices.map(cached) }) });
    },
  },
  // Changes of one device that come close together leave in one event.
  'events-merged': {
    summary: 'Changes of one device within 150 ms are told in one event, after the last of them.',
    because: '`changes` names the affected channels; how many changes make an event is not said.',
    edge: withMergedEvents(),
  },
  // One event for each change, also of those that happen at once.
  'events-split': {
    summary: 'Changes that happen at once are told in one event each.',
    because: '`changes` names the affected channels; how many changes make an event is not said.',
    edge: publishing((event) =>
      event.topic === 'device.state.changed'
        ? event.changes.map((change, nth) => ({
            ...event,
            eventId: another(event.eventId, nth),
            changes: [change],
          }))
        : [event],
    ),
  },
  // Pages of two devices where no number is asked for.
  'small-pages': {
    summary: 'A page of the device list has two devices, and one where any limit is asked for.',
    because: 'Pages and their sizes are not shown.',
    edge: call('listDevices', (caller, page, next) =>
      next(caller, { ...page, limit: page.limit === undefined ? 2 : 1 }),
    ),
  },
  // No command without an idempotency key.
  'key-required': {
    summary: 'A command without an idempotency key is refused on both channels.',
    because: 'Callers generate a key for each command request; whether one without is taken is not said.',
    edge: call('operate', (caller, request, next) =>
      request.idempotencyKey === undefined
        ? Promise.resolve(refuse('INVALID_REQUEST', 'A command needs an idempotency key.'))
        : next(caller, request),
    ),
  },
  'odd-command-ids': {
    summary: 'Identifiers of commands contain characters that mean something in a URL.',
    because: 'The format of a command identifier is not shown, and its content is no part of the contract.',
    edge: [
      outcomes({ operate: oddly, readCommand: oddly }),
      call('readCommand', (caller, commandId, next) =>
        next(caller, isNumber(commandId) ? commandId : without(ODD_COMMAND, commandId)),
      ),
    ],
  },
  'odd-tickets': {
    summary: 'Tickets contain characters that mean something in a URL.',
    because: 'A ticket is a value whose content is no part of the contract.',
    edge: onePort('tickets', (tickets) => ({
      issue: (clientId) => {
        const issued = tickets.issue(clientId);
        return { ...issued, ticket: ODD_TICKET + issued.ticket };
      },
      holder: (ticket) => tickets.holder(without(ODD_TICKET, ticket)),
      redeem: (ticket) => tickets.redeem(without(ODD_TICKET, ticket)),
    })),
  },
  // The token endpoint gives out the token that an API client has already, with what is left of its life.
  'tokens-reused': {
    summary: 'A client that asks for a token gets the one that it has until half of its life is over.',
    because: 'Whether each request makes a new token is not said; expiresIn tells for how long it lasts.',
    edge: onePort('access', (access, { clock }) => {
      const given = new Map<string, { readonly token: AccessToken; readonly until: number }>();
      return {
        issueToken: (credentials) => {
          // The credentials are looked at each time.
          const issued = access.issueToken(credentials);
          if (!issued.ok) return issued;
          const known = given.get(credentials.clientId);
          const left = known ? known.until - clock.now() : 0;
          const isGood = known !== undefined && access.authenticate(known.token.accessToken).ok;
          if (isGood && left > (known.token.expiresIn * 1000) / 2)
            return { ok: true, value: { ...known.token, expiresIn: Math.floor(left / 1000) } };
          const { expiresIn } = issued.value;
          given.set(credentials.clientId, { token: issued.value, until: clock.now() + expiresIn * 1000 });
          return issued;
        },
      };
    }),
  },
  // Devices that do not answer now and then when a relay is to be switched.
  'vain-commands': {
    summary: 'Each nineteenth relay operation ends as TIMEOUT, without any effect.',
    because: 'TIMEOUT is a value of the status, and that each operation reaches its device is nowhere said.',
    edge: () => {
      let counted = 0;
      return performing(async (device, operation, { clock }) => {
        if (operation.name !== 'device.relay.set' || ++counted % EACH !== 0) return device.perform(operation);
        await clock.sleep(WAITS);
        return { kind: 'timeout' };
      });
    },
  },
});

type Changed = Extract<ServiceEvent, { topic: 'device.state.changed' }>;

function withMergedEvents(): Edge {
  return onePort('events', (events, { clock }) => {
    const waiting = new Map<string, Changed>();
    return {
      publish: (event) => {
        if (event.topic !== 'device.state.changed') return events.publish(event);
        const { deviceId, changes } = event;
        const known = waiting.get(deviceId);
        waiting.set(deviceId, known ? { ...event, changes: union(known.changes, changes) } : event);
        if (known) return;
        clock.setTimer('merged event', GATHERING, () => {
          const merged = waiting.get(deviceId);
          waiting.delete(deviceId);
          if (merged) events.publish(merged);
        });
      },
    };
  });
}

function union(before: Changed['changes'], now: Changed['changes']): Changed['changes'] {
  const isNew = ({ kind, index }: Changed['changes'][number]): boolean =>
    !before.some((each) => each.kind === kind && each.index === index);
  return [...before, ...now.filter(isNew)];
}

function oddly(outcome: ServiceResult<CommandValue>): ServiceResult<CommandValue> {
  if (!outcome.ok || isNumber(outcome.value.commandId)) return outcome;
  return { ok: true, value: { ...outcome.value, commandId: ODD_COMMAND + outcome.value.commandId } };
}

/** Where a dialect writes identifiers as numbers they cannot be anything else. */
const isNumber = (identifier: string): boolean => /^\d+$/.test(identifier);

function another(identifier: string, nth: number): string {
  return isNumber(identifier) ? String(Number(identifier) + nth) : `${identifier}-${nth + 1}`;
}

/** Empty where it does not begin with it. */
function without(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : '';
}
