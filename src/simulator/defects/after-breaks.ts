// Defects that show after something has gone wrong before: a TIMEOUT, an outage, a rejection, a refusal, a bad frame.
import { breaks, defects } from './defect.js';
import type { EdgeOf } from '../edge/edge.js';
import {
  call,
  delivered,
  frames,
  isReply,
  onePort,
  performed,
  replies,
  texts,
  withoutFields,
  withoutEvents,
} from '../edge/helpers.js';
import type { ServiceEvent } from '../service/ports.js';
import type { SessionSocket } from '../transport/websocket/session.js';
import { connections, createTally, frozen, OFFLINE, sinceTopic } from './parts.js';
import { forgetting, foundCommands, isRefreshing, passingBy, renamedKeys, waits } from './wrong-ports.js';
import { rateLimited } from '../service/outcome.js';

const SECOND = 1000;

/** Listings of devices that a client may make within so many ms. */
const LISTINGS = { limit: 12, window: 8 * SECOND };

export const AFTER_BREAK_DEFECTS = defects({
  // REST endpoints: a transceive returns the response to its own bytes, also after one that nobody answered.
  'stale-response-after-timeout': breaks('rs485.transceive', {
    summary: 'The next transceive after one that ended in TIMEOUT returns the response that came before it.',
    edge: () => {
      const last = new Map<string, string>();
      const late = new Set<string>();
      return performed((outcome, operation, { deviceId }) => {
        if (operation.name !== 'device.rs485.transceive') return outcome;
        if (outcome.kind === 'timeout') late.add(deviceId);
        if (outcome.kind !== 'done' || outcome.value === undefined) return outcome;
        const stale = late.delete(deviceId) ? last.get(deviceId) : undefined;
        last.set(deviceId, outcome.value.data);
        return stale === undefined ? outcome : { kind: 'done', value: { ...outcome.value, data: stale } };
      });
    },
  }),
  // REST endpoints: a transceive sends data and returns the response, also after one that nobody answered.
  'silent-after-timeout': breaks('rs485.transceive', {
    summary: 'After a TIMEOUT each transceive of the device ends in TIMEOUT for half a minute.',
    edge: () => {
      const until = new Map<string, number>();
      return performed((outcome, operation, { deviceId }, { clock }) => {
        if (operation.name !== 'device.rs485.transceive') return outcome;
        if (clock.now() < (until.get(deviceId) ?? 0)) return { kind: 'timeout' };
        if (outcome.kind === 'timeout') until.set(deviceId, clock.now() + 30 * SECOND);
        return outcome;
      });
    },
  }),
  // REST endpoints: a command is read by its identifier, one that ended in TIMEOUT too.
  'timeout-unreadable': breaks('commands.readable', {
    summary: 'A command that ended in TIMEOUT is answered with 404 when it is read.',
    edge: foundCommands((command) => (command.status === 'timeout' ? undefined : command)),
  }),
  // Response envelope: the message of a success is OK, also where the command of it has timed out.
  'timeout-message': breaks('envelope.message', {
    summary: 'The message beside a command that ended in TIMEOUT is "timeout", with the code SUCCESS.',
    edge: replies((body) =>
      body['code'] === 'SUCCESS' && JSON.stringify(body).includes('"TIMEOUT"')
        ? { ...body, message: 'timeout' }
        : undefined,
    ),
  }),
  // Event topics: device.rs485.received is emitted for data that no request waits for, also after an outage.
  'bytes-lost-after-outage': breaks('events.rs485-received', {
    summary: 'Once a device has been offline, unsolicited bytes of it emit no event any more.',
    edge: sinceTopic(
      OFFLINE,
      swallowing((event) => event.topic === 'device.rs485.received'),
    ),
  }),
  // Event topics: device.state.changed is emitted when a digital input changes, also after an outage.
  'inputs-untold-after-outage': breaks('events.input-changed', {
    summary: 'Once a device has been offline, changes of its digital inputs emit no event any more.',
    edge: sinceTopic(OFFLINE, swallowing(isOfInputs)),
  }),
  // Event topics: device.state.changed is emitted when a digital input changes, also after a loss of power.
  'inputs-untold-after-power-cut': breaks('events.input-changed', {
    summary: 'Once a device has lost its power, changes of its digital inputs emit no event any more.',
    edge: sinceTopic('device.power.lost', swallowing(isOfInputs)),
  }),
  // Event topics: device.state.changed is emitted when a relay changes, also after an outage.
  'relays-untold-after-outage': breaks('events.relay-changed', {
    summary: 'Once a device has been offline, changes of its relays emit no event any more.',
    edge: sinceTopic(
      OFFLINE,
      swallowing(
        (event) =>
          event.topic === 'device.state.changed' && event.changes.some(({ kind }) => kind === 'relay'),
      ),
    ),
  }),
  // REST endpoints: device detail is a real-time refresh, also once the device was offline.
  'sensors-frozen-after-outage': breaks('devices.detail-is-live', {
    summary: 'Once a device has been offline, each refresh shows its sensors as they are at the first one.',
    edge: frozenOnceOffline(({ sensors }) => ({ sensors })),
  }),
  // Event topics: device.power.lost is emitted when power is lost, each time.
  'next-power-cut-untold': breaks('events.power-lost', {
    summary: 'Every second loss of power of a device is not reported.',
    edge: () => {
      const cuts = createTally();
      return withoutEvents(
        ({ topic, deviceId }) => topic === 'device.power.lost' && cuts.add(deviceId) % 2 === 0,
      );
    },
  }),
  // REST endpoints: reading a device refreshes it, also after an outage.
  'relays-of-before-the-outage': breaks('devices.detail-is-live', {
    summary: 'Once a device has been offline, a refresh shows its relays as they were then.',
    edge: frozenOnceOffline(({ relays }) => ({ relays })),
  }),
  // Idempotency-Key rules: the same key returns the same command, whatever became of the device meanwhile.
  'keys-lost-in-outage': breaks('idempotency.same-command-rest', {
    summary: 'A key that was used before a device went offline is unknown when it is back.',
    edge: sinceTopic(OFFLINE, (outages) =>
      renamedKeys((key, { deviceId }) =>
        outages.of(deviceId) === 0 ? key : `${key} ${outages.of(deviceId)}`,
      ),
    ),
  }),
  // Limits: a control during a refresh is answered with DEVICE_BUSY, also where refreshes are short.
  'control-during-short-refresh': breaks('busy.refresh-control', {
    summary: 'A refresh takes three milliseconds, and a control is carried out while it is under way.',
    edge: [
      { device: () => ({ operationTime: (nominal, kind) => (kind === 'refresh' ? 3 : nominal) }) },
      passingBy((own, holder) => !isRefreshing(own) && isRefreshing(holder)),
    ],
  }),
  // Limits: an operation during another one is answered with DEVICE_BUSY, over WebSocket too.
  'busy-unanswered-on-websocket': breaks('busy.control-control', {
    summary: 'Over WebSocket an operation that meets a busy device is never answered.',
    edge: frames((frame) => (isReply(frame) && frame['code'] === 'DEVICE_BUSY' ? null : undefined)),
  }),
  // Limits: a rejection with 429 consumes no quota.
  'rejected-listings-count': breaks('limits.rejection-is-free', {
    summary:
      'A client may list devices twelve times in any eight seconds, and those that are rejected count.',
    edge: {
      calls: (service, { clock }) => {
        const asked = new Map<string, number[]>();
        return {
          listDevices: (caller, page) => {
            const now = clock.now();
            const recent = (asked.get(caller.clientId) ?? []).filter((at) => at > now - LISTINGS.window);
            asked.set(caller.clientId, [...recent, now]);
            if (recent.length < LISTINGS.limit) return service.listDevices(caller, page);
            const frees = recent.at(-LISTINGS.limit) ?? now;
            return rateLimited(frees + LISTINGS.window - now, 'The quota is used up.');
          },
        };
      },
    },
  }),
  // Errors: a rate-limited reply has the requestId of its request.
  'limited-frame-without-request-id': breaks('refresh.rate-limited-websocket', {
    summary: 'A rate-limited reply on the WebSocket has no requestId.',
    edge: frames((frame) =>
      isReply(frame) && frame['code'] === 'RATE_LIMITED' ? withoutFields(frame, 'requestId') : undefined,
    ),
  }),
  // Message rules: a connection may close after a malformed frame; the other ones of the client go on.
  'bad-frame-closes-client': breaks('ws.bad-frame-survives', {
    summary: 'A malformed frame closes all connections of its client.',
    edge: () => {
      const open = new Map<string, Set<SessionSocket>>();
      return texts(({ clientId }) => {
        const own = open.get(clientId) ?? new Set<SessionSocket>();
        open.set(clientId, own);
        let mine: SessionSocket | undefined;
        return {
          received: (text, pass, socket) => {
            mine = socket;
            own.add(socket);
            if (isObjectText(text)) pass();
            else for (const each of own) each.close({ code: 1007, reason: 'no such frame' });
          },
          ended: () => mine && own.delete(mine),
        };
      });
    },
  }),
  // Limits: at least three seconds between two refreshes, however many there have been.
  'fourth-refresh-free': breaks('refresh.min-interval', {
    summary: 'Every fourth refresh of a device is accepted at once.',
    edge: () => {
      const spent = createTally();
      return waits(
        (wait, deviceId) => (spent.of(deviceId) % 4 === 3 ? undefined : wait),
        (deviceId) => spent.add(deviceId),
      );
    },
  }),
  // Limits: at least three seconds between two refreshes, and not nearly three.
  'budget-nearly-three-seconds': breaks('refresh.min-interval', {
    summary: 'A refresh is accepted two and a half seconds after the last one.',
    edge: waits((wait = 0) => (wait <= SECOND / 2 ? undefined : wait - SECOND / 2)),
  }),
  // Idempotency-Key rules: the same key sends no further command, however often it comes.
  'third-repeat-runs': breaks('idempotency.same-command-rest', {
    summary: 'The third repeat of a request is carried out as a new command.',
    edge: () => {
      const asked = createTally();
      return forgetting(({ commandId }) => asked.add(commandId) === 3);
    },
  }),
  // REST endpoints: the password of a device is the one that it was given last.
  'second-password-not-kept': breaks('devices.password', {
    summary: 'Every second change of the password of a device succeeds and is not kept.',
    edge: () => {
      const changed = createTally();
      return call('changePassword', (caller, deviceId, change, next) => {
        const { currentPassword = change.newPassword } = change;
        const kept = changed.add(deviceId) % 2 === 0 ? currentPassword : change.newPassword;
        return next(caller, deviceId, { ...change, newPassword: kept });
      });
    },
  }),
  // Other rules: a device takes the next operation when the one before has ended, also in a timeout.
  'busy-after-timeout': breaks('busy.released', {
    summary: 'A device is busy for five seconds after a transceive that nobody answered.',
    edge: () => {
      const until = new Map<string, number>();
      return [
        performed((outcome, _, { deviceId }, { clock }) => {
          if (outcome.kind === 'timeout') until.set(deviceId, clock.now() + 5 * SECOND);
          return outcome;
        }),
        onePort('lane', (lane, { clock }) => ({
          enter: (deviceId, origin) =>
            clock.now() < (until.get(deviceId) ?? 0) ? undefined : lane.enter(deviceId, origin),
        })),
      ];
    },
  }),
  // Device connection and power: an event is delivered on the open connections, however many there were before.
  'third-connection-deaf': breaks('events.every-connection', {
    summary: 'The third connection of a client, and each one after it, is sent no event.',
    edge: () => {
      const opened = createTally();
      const places = new Map<string, number>();
      return [
        connections({ begun: ({ id, clientId }) => void places.set(id, opened.add(clientId)) }),
        delivered((_, { id }) => (places.get(id) ?? 0) < 3),
      ];
    },
  }),
});

/** Swallows such events of a device of which it was told before. */
function swallowing(swallows: (event: ServiceEvent) => boolean): Parameters<typeof sinceTopic>[1] {
  return (told) => withoutEvents((event) => told.of(event.deviceId) > 0 && swallows(event));
}

function isOfInputs(event: ServiceEvent): boolean {
  return event.topic === 'device.state.changed' && event.changes.every(({ kind }) => kind === 'digitalInput');
}

function isObjectText(text: string): boolean {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' && frame !== null && 'topic' in frame;
  } catch {
    return false;
  }
}

/** @param shown what a refresh shows of the first one since the device was offline. */
function frozenOnceOffline(shown: Parameters<typeof frozen>[0]): EdgeOf {
  return sinceTopic(OFFLINE, (outages) => frozen(shown, undefined, (deviceId) => outages.of(deviceId) > 0));
}
