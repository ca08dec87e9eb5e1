// Defects that show some seconds later, after some events, or once the client has another token or connection.
import type { EventTopic } from '../../contract/topics.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Connection, Origin } from '../service/origin.js';
import { success } from '../service/outcome.js';
import { breaks, defects } from './defect.js';
import type { Edge, EdgeOf } from '../edge/edge.js';
import { call, connectionOf, delivered, performed, portCall, texts, values } from '../edge/helpers.js';
import { connections, createTally, OFFLINE, shownPeripherals, sinceTopic } from './parts.js';
import {
  entered,
  filedBudgets,
  forgetting,
  foundCommands,
  isRefreshing,
  renamedKeys,
  waits,
} from './wrong-ports.js';
import type { Peripherals } from '../../contract/schemas/device.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Events that a connection is sent before it goes deaf. */
const MOST_EVENTS = 5;

export const AFTER_A_WHILE_DEFECTS = defects({
  // Command status: TIMEOUT is the final result of the command, whatever becomes of the device.
  'timeout-fails-after-outage': breaks('commands.terminal-stays', {
    summary: 'A command that ended in TIMEOUT is shown as failed once its device has been offline.',
    edge: timeoutUntil(OFFLINE, 'failed'),
  }),
  // Command status: TIMEOUT is the final result of the command, also where an answer comes late.
  'timeout-succeeds-with-late-bytes': breaks('commands.terminal-stays', {
    summary: 'A command that ended in TIMEOUT is shown as succeeded once its device has received bytes.',
    edge: timeoutUntil('device.rs485.received', 'succeeded'),
  }),
  // Device configuration: the baud rate that was set is read back, also once the device was away.
  'baud-rate-lost-in-outage': breaks('rs485.baud-rate', {
    summary: 'Once a device has been offline, its baud rate is read as 9600.',
    edge: sinceTopic(OFFLINE, (outages) =>
      values({
        readConfig: (config, _, deviceId) =>
          outages.of(deviceId) > 0 ? { ...config, baudRate: 9600 } : config,
      }),
    ),
  }),
  // Device: the list carries the devices, on whichever page.
  'second-page-begins-late': breaks('devices.list', {
    summary: 'The page of the device list after one of two devices or more leaves out its first device.',
    edge: values({
      listDevices: (list, _, { limit = 1, cursor }) =>
        cursor !== undefined && limit > 1 ? { ...list, devices: list.devices.slice(1) } : list,
    }),
  }),
  // Device: the list carries the devices, also where the last page is full of them.
  'full-last-page-lost': breaks('devices.list', {
    summary: 'The last page of the device list is not announced where it is full.',
    edge: call('listDevices', (caller, page, next) => {
      const list = next(caller, page);
      if (!list.ok || !list.value.nextCursor || page.limit === undefined) return list;
      const last = next(caller, { ...page, cursor: list.value.nextCursor });
      const isFull = last.ok && !last.value.nextCursor && last.value.devices.length === page.limit;
      return isFull ? success({ devices: list.value.devices }) : list;
    }),
  }),
  // Device connection and power: an event is delivered on the open connections, also on one that says nothing for a while.
  'silent-connection-deaf': breaks('events.every-connection', {
    summary: 'A connection on which nothing was sent for twenty seconds is sent no event.',
    edge: ({ clock }) => {
      const heard = new Map<string, number>();
      return [
        texts(({ id }) => ({
          received: (_, pass) => {
            heard.set(id, clock.now());
            pass();
          },
        })),
        delivered((_, { id, openedAt }) => clock.now() < (heard.get(id) ?? openedAt) + 20_000),
      ];
    },
  }),
  // Device connection and power: an event is delivered on the open connections, whichever of them close.
  'close-silences-client': breaks('events.every-connection', {
    summary: 'When a connection closes, the others of its client are sent no event any more.',
    edge: () => {
      const closed = createTally();
      const before = new Map<string, number>();
      return [
        connections({
          begun: ({ id, clientId }) => void before.set(id, closed.of(clientId)),
          ended: ({ clientId }) => void closed.add(clientId),
        }),
        delivered((_, { id, clientId }) => closed.of(clientId) === before.get(id)),
      ];
    },
  }),
  // REST endpoints: device detail is a real-time refresh; inputs may have changed while the device was away.
  'inputs-of-before-the-outage': breaks('devices.detail-is-live', {
    summary:
      'The first refresh of a device that has been offline shows its inputs as the last one before did.',
    edge: sinceTopic(OFFLINE, (outages) => {
      const last = new Map<string, { readonly read: Peripherals; readonly outages: number }>();
      return shownPeripherals((read, deviceId) => {
        const before = last.get(deviceId);
        const now = outages.of(deviceId);
        last.set(deviceId, { read, outages: now });
        return before && before.outages < now ? { digitalInputs: before.read.digitalInputs } : read;
      });
    }),
  }),
  // Limits: at least three seconds between two refreshes, whatever became of the device meanwhile.
  'budget-freed-by-outage': breaks('refresh.min-interval', {
    summary: 'A device that comes online may be refreshed at once.',
    edge: sinceTopic('device.connection.online', (returns) => {
      const spent = new Map<string, number>();
      return waits(
        (wait, deviceId) => (returns.of(deviceId) > (spent.get(deviceId) ?? 0) ? undefined : wait),
        (deviceId) => spent.set(deviceId, returns.of(deviceId)),
      );
    }),
  }),
  // Other rules: a device takes the next operation when the one before has ended, also where it has failed.
  'lane-kept-by-lost-refresh': breaks('busy.released', {
    summary: 'A device that goes offline during a refresh stays busy for a minute.',
    edge: sinceTopic(OFFLINE, (outages) =>
      entered((leave, deviceId, origin, clock) => {
        if (!leave || !isRefreshing(origin)) return leave;
        const before = outages.of(deviceId);
        return () => {
          if (outages.of(deviceId) === before) leave();
          else clock.setTimer('lane of a lost refresh', MINUTE, leave);
        };
      }),
    ),
  }),
  // REST endpoints: a command is read by its identifier, also some seconds later.
  'command-forgotten-after-five-seconds': breaks('commands.readable', {
    summary: 'A command can be read for five seconds only.',
    edge: foundCommands((command, clock) =>
      clock.now() - (command.createdAt ?? 0) > 5 * SECOND ? undefined : command,
    ),
  }),
  // Idempotency-Key rules: the same key returns the same command, also some seconds later.
  'key-forgotten-after-five-seconds': breaks('idempotency.same-command-rest', {
    summary: 'A request that is repeated more than five seconds later is a new command.',
    edge: forgetting(({ createdAt = 0 }, _, clock) => clock.now() - createdAt > 5 * SECOND),
  }),
  // Command status: TIMEOUT is the final result of the command.
  'timeout-turns-into-success': breaks('commands.terminal-stays', {
    summary: 'Two seconds after it ended, a command with TIMEOUT is shown as succeeded.',
    edge: timeoutFinishedAfter(2 * SECOND),
  }),
  // Command status: TIMEOUT is the final result of the command, and stays so.
  'timeout-finished-after-five-seconds': breaks('commands.terminal-stays', {
    summary: 'Five seconds after it ended, a command with TIMEOUT is shown as succeeded.',
    edge: timeoutFinishedAfter(5 * SECOND),
  }),
  // Device configuration: the RS485 baud rate is set until it is set anew.
  'baud-rate-reverts': breaks('rs485.baud-rate', {
    summary: 'Four seconds after a baud rate was set, it is 9600 again.',
    edge: performed((outcome, operation, device, { clock }) => {
      if (operation.name === 'device.rs485.baudRate.set' && operation.params.baudRate !== 9600)
        clock.setTimer('baud rate', 4 * SECOND, () => {
          void device.perform({ name: operation.name, params: { baudRate: 9600 } });
        });
      return outcome;
    }),
  }),
  // Device connection and power: an event is delivered on the open connections, however many came before.
  'deaf-after-five-events': breaks('events.every-connection', {
    summary: 'A connection is sent no event after its fifth.',
    edge: () => {
      const sent = createTally();
      return delivered((_, { id }) => sent.add(id) <= MOST_EVENTS);
    },
  }),
  // Device connection and power: an event is delivered on the open connections, however long they are open.
  'deaf-after-eight-seconds': breaks('events.every-connection', {
    summary: 'A connection is sent no event once it has been open for eight seconds.',
    edge: ({ clock }) => delivered((_, { openedAt }) => clock.now() < openedAt + 8 * SECOND),
  }),
  // Message rules: events are not replayed, also to a client that had no connection at all meanwhile.
  'missed-events-sent-later': breaks('events.not-replayed', {
    summary: 'A client that had no connection is sent what it missed when it connects again.',
    edge: withMissedEvents,
  }),
  // Limits: the refresh budget of a device is one, whatever token a refresh comes with.
  'budget-per-token': breaks('refresh.min-interval', {
    summary: 'A refresh with another token of the same client has a budget of its own.',
    edge: knowingTokens((tokenOf) =>
      filedBudgets((deviceId, origin) => `${tokenOf(origin) ?? ''}${deviceId}`),
    ),
  }),
  // Limits: the refresh budget of a device is one, on a new connection too.
  'budget-free-on-new-connection': breaks('refresh.min-interval', {
    summary: 'The first device.state.get of a connection is never limited.',
    edge: () => {
      const used = new Set<Connection>();
      return waits((wait, _, __, origin) => {
        const connection = connectionOf(origin);
        const first = connection !== undefined && !used.has(connection);
        if (connection) used.add(connection);
        return first ? undefined : wait;
      });
    },
  }),
  // Idempotency-Key rules: a key belongs to the client, whatever token it uses.
  'key-per-token': breaks('idempotency.same-command-rest', {
    summary: 'A request that is repeated with another token of the client is a new command.',
    edge: knowingTokens((tokenOf) => renamedKeys((key, { origin }) => `${tokenOf(origin) ?? ''}${key}`)),
  }),
});

function withMissedEvents(): readonly Edge[] {
  const open = createTally();
  const missed = new Map<string, ServiceEvent[]>();
  return [
    connections({
      begun: ({ clientId }) => void open.add(clientId),
      ended: ({ clientId }) => {
        if (open.add(clientId, -1) === 0) missed.set(clientId, []);
      },
    }),
    portCall('events', 'publish', (event, next) => {
      for (const [clientId, kept] of missed) if (open.of(clientId) === 0) kept.push(event);
      next(event);
    }),
    call('subscribe', (clientId, deliver, next) => {
      const kept = missed.get(clientId) ?? [];
      missed.delete(clientId);
      queueMicrotask(() => kept.forEach(deliver));
      return next(clientId, deliver);
    }),
  ];
}

/** What a command with TIMEOUT is shown as once its device was told of in this way. */
function timeoutUntil(topic: EventTopic, status: 'failed' | 'succeeded'): () => readonly Edge[] {
  return sinceTopic(topic, (told) =>
    values({
      readCommand: (command) =>
        command.status === 'timeout' && told.of(command.deviceId ?? '') > 0
          ? { ...command, status }
          : command,
    }),
  );
}

/** @param ms after its end, from which on a command with TIMEOUT is shown as succeeded. */
function timeoutFinishedAfter(ms: number): EdgeOf {
  return ({ clock }) =>
    values({
      readCommand: (read) =>
        read.status === 'timeout' && clock.now() - (read.completedAt ?? Infinity) > ms
          ? { ...read, status: 'succeeded' }
          : read,
    });
}

/** @param edge made of what gives the access token of a request over REST. */
function knowingTokens(edge: (tokenOf: (origin: Origin | undefined) => string | undefined) => Edge): EdgeOf {
  return () => {
    const tokens = new WeakMap<Origin, string | undefined>();
    const watching: Edge = {
      rest: (request, next) => {
        tokens.set(request.origin, request.headers['authorization']);
        return next(request);
      },
    };
    return [watching, edge((origin) => origin && tokens.get(origin))];
  };
}
