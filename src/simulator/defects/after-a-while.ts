// Defects that show some seconds later, after some events, or once the client has another token or connection.
import type { Caller } from '../service/service.js';
import type { ServiceEvent } from '../service/ports.js';
import type { Connection } from '../service/origin.js';
import { defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import {
  call,
  connectionOf,
  isReply,
  onePort,
  performing,
  portCall,
  portChanges,
  texts,
  values,
  withoutEvents,
} from '../edge/helpers.js';
import {
  connections,
  conversations,
  filedBudgets,
  forgetting,
  isRefreshing,
  shownPeripherals,
} from './parts.js';
import type { Peripherals } from '../../contract/schemas/device.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Events that a connection is sent before it goes deaf. */
const MOST_EVENTS = 5;

export const AFTER_A_WHILE_DEFECTS = defects({
  // Command status: TIMEOUT is the final result of the command, whatever becomes of the device.
  'timeout-fails-after-outage': {
    rule: 'commands.terminal-stays',
    summary: 'A command that ended in TIMEOUT is shown as failed once its device has been offline.',
    edge: timeoutUntil('device.connection.offline', 'failed'),
  },
  // Command status: TIMEOUT is the final result of the command, also where an answer comes late.
  'timeout-succeeds-with-late-bytes': {
    rule: 'commands.terminal-stays',
    summary: 'A command that ended in TIMEOUT is shown as succeeded once its device has received bytes.',
    edge: timeoutUntil('device.rs485.received', 'succeeded'),
  },
  // Device configuration: the baud rate that was set is read back, also once the device was away.
  'baud-rate-lost-in-outage': {
    rule: 'rs485.baud-rate',
    summary: 'Once a device has been offline, its baud rate is read as 9600.',
    edge: sinceTopic('device.connection.offline', (gone) =>
      values({
        readConfig: (config, _, deviceId) => (gone.has(deviceId) ? { ...config, baudRate: 9600 } : config),
      }),
    ),
  },
  // Device: the list carries the devices, on whichever page.
  'second-page-begins-late': {
    rule: 'devices.list',
    summary: 'The page of the device list after one of two devices or more leaves out its first device.',
    edge: values({
      listDevices: (list, _, { limit = 1, cursor }) =>
        cursor !== undefined && limit > 1 ? { ...list, devices: list.devices.slice(1) } : list,
    }),
  },
  // Device connection and power: an event is delivered on the open connections, whichever of them close.
  'close-silences-client': {
    rule: 'events.every-connection',
    summary: 'When a connection closes, the others of its client are sent no event any more.',
    edge: () => {
      const closed = new Map<string, number>();
      return texts(({ clientId }) => {
        const before = closed.get(clientId);
        return {
          ended: () => closed.set(clientId, (closed.get(clientId) ?? 0) + 1),
          sent: (text, pass) => {
            if (closed.get(clientId) === before || text.includes('"type":"reply"')) pass();
          },
        };
      });
    },
  },
  // REST endpoints: device detail is a real-time refresh; inputs may have changed while the device was away.
  'inputs-of-before-the-outage': {
    rule: 'devices.detail-is-live',
    summary:
      'The first refresh of a device that has been offline shows its inputs as the last one before did.',
    edge: () => {
      const gone = new Set<string>();
      const last = new Map<string, Peripherals>();
      return {
        ...withoutEvents(({ topic, deviceId }) => {
          if (topic === 'device.connection.offline') gone.add(deviceId);
          return false;
        }),
        ...shownPeripherals((read, deviceId) => {
          const before = gone.delete(deviceId) ? last.get(deviceId) : undefined;
          last.set(deviceId, read);
          return before ? { ...read, digitalInputs: before.digitalInputs } : read;
        }),
      };
    },
  },
  // Limits: at least three seconds between two refreshes, whatever became of the device meanwhile.
  'budget-freed-by-outage': {
    rule: 'refresh.min-interval',
    summary: 'A device that comes online may be refreshed at once.',
    edge: () => {
      const back = new Set<string>();
      return portChanges(({ budget, events }) => ({
        budget: {
          waitFor: (deviceId, origin) => (back.has(deviceId) ? undefined : budget.waitFor(deviceId, origin)),
          spend: (deviceId, origin) => {
            back.delete(deviceId);
            budget.spend(deviceId, origin);
          },
        },
        events: {
          publish: (event) => {
            if (event.topic === 'device.connection.online') back.add(event.deviceId);
            events.publish(event);
          },
        },
      }));
    },
  },
  // Other rules: a device takes the next operation when the one before has ended, also where it has failed.
  'lane-kept-by-lost-refresh': {
    rule: 'busy.released',
    summary: 'A device that goes offline during a refresh stays busy for a minute.',
    edge: () => {
      const outages = new Map<string, number>();
      return portChanges(({ lane, events }, { clock }) => ({
        lane: {
          enter: (deviceId, origin) => {
            const leave = lane.enter(deviceId, origin);
            if (!leave || !isRefreshing(origin)) return leave;
            const before = outages.get(deviceId);
            return () => {
              if (outages.get(deviceId) === before) leave();
              else clock.setTimer('lane of a lost refresh', MINUTE, leave);
            };
          },
        },
        events: {
          publish: (event) => {
            const { topic, deviceId } = event;
            if (topic === 'device.connection.offline')
              outages.set(deviceId, (outages.get(deviceId) ?? 0) + 1);
            events.publish(event);
          },
        },
      }));
    },
  },
  // REST endpoints: a command is read by its identifier, also some seconds later.
  'command-forgotten-after-five-seconds': {
    rule: 'commands.readable',
    summary: 'A command can be read for five seconds only.',
    edge: onePort('ledger', (ledger, { clock }) => ({
      find: (commandId) => {
        const entry = ledger.find(commandId);
        return clock.now() - (entry?.command.createdAt ?? 0) > 5 * SECOND ? undefined : entry;
      },
    })),
  },
  // Idempotency-Key rules: the same key returns the same command, also some seconds later.
  'key-forgotten-after-five-seconds': {
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated more than five seconds later is a new command.',
    edge: forgetting(({ createdAt = 0 }, _, clock) => clock.now() - createdAt > 5 * SECOND),
  },
  // Command status: TIMEOUT is the final result of the command.
  'timeout-turns-into-success': {
    rule: 'commands.terminal-stays',
    summary: 'Two seconds after it ended, a command with TIMEOUT is shown as succeeded.',
    edge: ({ clock }) =>
      values({
        readCommand: (read) => {
          const late = clock.now() - (read.completedAt ?? 0) > 2 * SECOND;
          return read.status === 'timeout' && late ? { ...read, status: 'succeeded' } : read;
        },
      }),
  },
  // Device configuration: the RS485 baud rate is set until it is set anew.
  'baud-rate-reverts': {
    rule: 'rs485.baud-rate',
    summary: 'Four seconds after a baud rate was set, it is 9600 again.',
    edge: performing(async (device, operation, clock) => {
      const outcome = await device.perform(operation);
      if (operation.name === 'device.rs485.baudRate.set' && operation.params.baudRate !== 9600)
        clock.setTimer('baud rate', 4 * SECOND, () => {
          void device.perform({ name: operation.name, params: { baudRate: 9600 } });
        });
      return outcome;
    }),
  },
  // Device connection and power: an event is delivered on the open connections, however many came before.
  'deaf-after-five-events': {
    rule: 'events.every-connection',
    summary: 'A connection is sent no event after its fifth.',
    edge: conversations(() => {
      let sent = 0;
      return { edit: (frame) => (isReply(frame) || ++sent <= MOST_EVENTS ? undefined : null) };
    }),
  },
  // Device connection and power: an event is delivered on the open connections, however long they are open.
  'deaf-after-eight-seconds': {
    rule: 'events.every-connection',
    summary: 'A connection is sent no event once it has been open for eight seconds.',
    edge: ({ clock }) =>
      texts(({ openedAt }) => ({
        sent: (text, pass) => {
          if (text.includes('"type":"reply"') || clock.now() < openedAt + 8 * SECOND) pass();
        },
      })),
  },
  // Device connection and power: these events are delivered on all open connections.
  'device-events-to-oldest-connection': {
    rule: 'events.every-connection',
    summary: 'Events of connection and power reach the oldest connection only.',
    edge: onePort('events', (events) => {
      const order: symbol[] = [];
      return {
        subscribe: (subscriber) => {
          const own = Symbol('subscriber');
          order.push(own);
          const stop = events.subscribe({
            ...subscriber,
            deliver: (event) => {
              if (order[0] === own || !/connection|power/.test(event.topic)) subscriber.deliver(event);
            },
          });
          return () => {
            order.splice(order.indexOf(own), 1);
            stop();
          };
        },
      };
    }),
  },
  // Message rules: events are not replayed, also to a client that had no connection at all meanwhile.
  'missed-events-sent-later': {
    rule: 'events.not-replayed',
    summary: 'A client that had no connection is sent what it missed when it connects again.',
    edge: withMissedEvents,
  },
  // Limits: the refresh budget of a device is one, whatever token a refresh comes with.
  'budget-per-token': {
    rule: 'refresh.min-interval',
    summary: 'A refresh with another token of the same client has a budget of its own.',
    edge: () => {
      let token: string | undefined;
      return {
        rest: (request, next) => {
          token = request.headers['authorization'];
          return next(request);
        },
        ...filedBudgets((deviceId, origin) =>
          origin?.channel === 'rest' ? `${deviceId} ${token}` : deviceId,
        ),
      };
    },
  },
  // Limits: the refresh budget of a device is one, on a new connection too.
  'budget-free-on-new-connection': {
    rule: 'refresh.min-interval',
    summary: 'The first device.state.get of a connection is never limited.',
    edge: onePort('budget', (budget) => {
      const used = new Set<Connection>();
      return {
        waitFor: (deviceId, origin) => {
          const connection = connectionOf(origin);
          const first = connection !== undefined && !used.has(connection);
          if (connection) used.add(connection);
          return first ? undefined : budget.waitFor(deviceId, origin);
        },
      };
    }),
  },
  // Idempotency-Key rules: a key belongs to the client, whatever token it uses.
  'key-per-token': {
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated with another token of the client is a new command.',
    edge: () => {
      let token: string | undefined;
      return {
        rest: (request, next) => {
          token = request.headers['authorization'];
          return next(request);
        },
        ...call('operate', (caller: Caller, request, next) => {
          const { idempotencyKey: key } = request;
          const isOwn = key !== undefined && token !== undefined && caller.origin?.channel === 'rest';
          const idempotencyKey = isOwn ? `${key} ${token}` : key;
          return next(caller, { ...request, idempotencyKey });
        }),
      };
    },
  },
});

function withMissedEvents(): Edge {
  const open = new Map<string, number>();
  const missed = new Map<string, ServiceEvent[]>();
  const count = (clientId: string, by: number): void =>
    void open.set(clientId, (open.get(clientId) ?? 0) + by);
  return {
    ...connections({
      begun: ({ clientId }) => count(clientId, 1),
      ended: ({ clientId }) => {
        count(clientId, -1);
        if (open.get(clientId) === 0) missed.set(clientId, []);
      },
    }),
    ...portCall('events', 'publish', (event, next) => {
      for (const [clientId, kept] of missed) if (open.get(clientId) === 0) kept.push(event);
      next(event);
    }),
    ...call('subscribe', (clientId, deliver, next) => {
      const kept = missed.get(clientId) ?? [];
      missed.delete(clientId);
      queueMicrotask(() => kept.forEach(deliver));
      return next(clientId, deliver);
    }),
  };
}

/** @param edge of a service whose devices are in the set once an event of this topic has told of them. */
function sinceTopic(topic: ServiceEvent['topic'], edge: (told: ReadonlySet<string>) => Edge): () => Edge {
  return () => {
    const told = new Set<string>();
    const watching = withoutEvents((event) => {
      if (event.topic === topic) told.add(event.deviceId);
      return false;
    });
    return { ...watching, ...edge(told) };
  };
}

/** What a command with TIMEOUT is shown as once its device was told of in this way. */
function timeoutUntil(topic: ServiceEvent['topic'], status: 'failed' | 'succeeded'): () => Edge {
  return sinceTopic(topic, (told) =>
    values({
      readCommand: (command) =>
        command.status === 'timeout' && told.has(command.deviceId ?? '') ? { ...command, status } : command,
    }),
  );
}
