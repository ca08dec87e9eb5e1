// Defects of the events about connection, power and RS485, and of who gets an event, and when.
import type { EventTopic } from '../../contract/topics.js';
import type { Connection, Origin } from '../service/origin.js';
import { breaks, type Defect, defects } from './defect.js';
import type { Edge, EdgeOf } from '../edge/edge.js';
import {
  call,
  delivered,
  isReply,
  onePort,
  performed,
  performing,
  publishing,
  texts,
  values,
  withoutEvents,
  withoutSoonAgain,
} from '../edge/helpers.js';
import type { Clock } from '../../kernel/clock.js';
import type { ServiceEvent, Subscriber } from '../service/ports.js';
import { connections, conversations, OFFLINE, sinceTopic } from './parts.js';
import { isOverWebSocket } from './wrong-ports.js';

const SECOND = 1000;

/** Past events that are kept for new connections. */
const REMEMBERED = 20;

/** Ms within which a client that connects again is sent what it has missed. */
const SOON = 60_000;

export const DEVICE_EVENT_DEFECTS = defects({
  // Event topics: device.connection.online is emitted when a device connects.
  'online-missing': neverSent('events.online', 'device.connection.online'),
  // Event topics: device.connection.online is emitted when a device connects, however short it was offline.
  'short-absence-untold': breaks('events.online', {
    summary: 'A device that is back within ten seconds is reported offline, but not online again.',
    edge: () => withoutQuickReturn(OFFLINE, 'device.connection.online', 10 * SECOND),
  }),
  // Event topics: device.connection.online is emitted when a device connects, and not while it is offline.
  'online-while-offline': breaks('events.online', {
    summary: 'Six seconds after a device went offline it is reported online, also when it is not.',
    edge: onePort('events', (events, { clock }) => ({
      publish: (event) => {
        events.publish(event);
        if (event.topic !== OFFLINE) return;
        clock.setTimer('early report', 6 * SECOND, () =>
          events.publish({ ...event, topic: 'device.connection.online', occurredAt: clock.now() }),
        );
      },
    })),
  }),
  // Event topics: device.connection.offline is emitted when a device disconnects.
  'offline-missing': neverSent('events.offline', OFFLINE),
  // Event topics: device.connection.offline is emitted when a device disconnects, each time.
  'next-outage-untold': breaks('events.offline', {
    summary: 'A device that goes offline again within half a minute is not reported offline again.',
    edge: () => withoutSoonAgain(OFFLINE, 30 * SECOND),
  }),
  // Event topics: device.connection.offline is emitted when a device disconnects, whatever made it do so.
  'offline-without-power-untold': breaks('events.offline', {
    summary: 'A device that goes offline because it has lost its power is not reported offline.',
    edge: () => withoutQuickReturn('device.power.lost', OFFLINE, 60 * SECOND),
  }),
  // Event topics: device.connection.offline is emitted when a device disconnects, whatever it was about to do.
  'offline-lost-during-operation': breaks('events.offline', {
    summary:
      'A device that goes offline within five seconds after an operation began is not reported offline.',
    edge: () => {
      const begun = new Map<string, number>();
      return [
        performing((device, operation, { clock }) => {
          begun.set(device.deviceId, clock.now());
          return device.perform(operation);
        }),
        withoutEvents(
          ({ topic, deviceId, occurredAt }) =>
            topic === OFFLINE && occurredAt - (begun.get(deviceId) ?? -Infinity) < 5 * SECOND,
        ),
      ];
    },
  }),
  // Event topics: device.power.lost is emitted when the power of a device is lost.
  'power-lost-missing': neverSent('events.power-lost', 'device.power.lost'),
  // Event topics: lost power is reported by device.power.lost, and not by another topic.
  'power-lost-as-offline': breaks('events.power-lost', {
    summary: 'When a device loses power, device.connection.offline is sent instead of device.power.lost.',
    edge: publishing((event) =>
      event.topic === 'device.power.lost' ? [{ ...event, topic: OFFLINE }] : [event],
    ),
  }),
  // Event topics: device.power.restored is emitted when the power returns.
  'power-restored-missing': neverSent('events.power-restored', 'device.power.restored'),
  // Event topics: device.power.restored is emitted when the power returns, and the device is there again.
  'power-never-back': breaks('events.power-restored', {
    summary: 'A device that has lost its power stays offline for good, and no event tells that it is back.',
    edge: sinceTopic('device.power.lost', (cuts) => ({
      ...withoutEvents(
        ({ topic, deviceId }) =>
          (topic === 'device.power.restored' || topic === 'device.connection.online') &&
          cuts.of(deviceId) > 0,
      ),
      ...values({
        listDevices: (list) => ({
          ...list,
          devices: list.devices.map((each) =>
            cuts.of(each.deviceId) > 0 ? { ...each, online: false, powered: false } : each,
          ),
        }),
      }),
    })),
  }),
  // Event topics: device.power.restored is emitted when the power returns, however short it was lost.
  'short-power-cut-untold': breaks('events.power-restored', {
    summary: 'Power that returns within a minute is reported as lost, but not as restored.',
    edge: () => withoutQuickReturn('device.power.lost', 'device.power.restored', 60 * SECOND),
  }),
  // Event topics: device.power.restored is emitted when the power returns, also when the device has been off.
  'boot-untold': breaks('events.power-restored', {
    summary: 'Power that returns to a device that went offline without it is not reported as restored.',
    edge: () => withoutQuickReturn(OFFLINE, 'device.power.restored', 60 * SECOND),
  }),
  // Event topics: device.power.restored is emitted when the power returns; a connection may close, but not each time.
  'power-restored-closes': closedFor('events.power-restored', 'device.power.restored'),
  // Event topics: device.state.changed is emitted when a relay changes; a connection may close, but not each time.
  'state-change-closes': closedFor('events.relay-changed', 'device.state.changed'),
  // Event topics: device.rs485.received is emitted for data that no pending request waits for.
  'rs485-received-missing': neverSent('events.rs485-received', 'device.rs485.received'),
  // Event topics: device.rs485.received is emitted for such data each time, also for the same data again.
  'same-bytes-told-once': breaks('events.rs485-received', {
    summary: 'Unsolicited bytes emit no event when the same ones came within the last five seconds.',
    edge: () => {
      const last = new Map<string, number>();
      return withoutEvents((event) => {
        if (event.topic !== 'device.rs485.received') return false;
        const bytes = `${event.deviceId} ${event.data}`;
        const again = event.occurredAt - (last.get(bytes) ?? -Infinity) < 5 * SECOND;
        last.set(bytes, event.occurredAt);
        return again;
      });
    },
  }),
  // Event topics: device.rs485.received is emitted for data that no request of that device waits for.
  'rs485-received-lost-beside-transceive': breaks('events.rs485-received', {
    summary: 'While any device waits for a response, data that comes unasked at another one emits no event.',
    edge: () => {
      let waiting = 0;
      return [
        performing(async (device, operation) => {
          waiting++;
          const outcome = await device.perform(operation);
          waiting--;
          return outcome;
        }),
        withoutEvents(({ topic }) => topic === 'device.rs485.received' && waiting > 0),
      ];
    },
  }),
  // Event topics: device.rs485.received is emitted for data that no request waits for, whatever bytes it has.
  'unsolicited-zero-lost': breaks('events.rs485-received', {
    summary: 'Unsolicited bytes that begin with zero emit no event.',
    edge: withoutEvents((event) => event.topic === 'device.rs485.received' && event.data.startsWith('00')),
  }),
  // Event topics: device.rs485.received is emitted for data that no request waits for, however much it is.
  'unsolicited-cut-at-sixty-four': breaks('events.rs485-received', {
    summary: 'Of unsolicited bytes device.rs485.received tells the first 64.',
    edge: publishing((event) => [
      event.topic === 'device.rs485.received' ? { ...event, data: event.data.slice(0, 128) } : event,
    ]),
  }),
  // Event topics: device.rs485.received is emitted for data that no request waits for, also after one has ended in vain.
  'bytes-lost-after-timeout': breaks('events.rs485-received', {
    summary:
      'The next bytes after a transceive that has ended in TIMEOUT are taken for its answer, and thrown away.',
    edge: () => {
      const waiting = new Set<string>();
      return [
        performed((outcome, _, { deviceId }) => {
          if (outcome.kind === 'timeout') waiting.add(deviceId);
          return outcome;
        }),
        withoutEvents(({ topic, deviceId }) => topic === 'device.rs485.received' && waiting.delete(deviceId)),
      ];
    },
  }),
  // Event topics: device.rs485.received is for data without a pending request, so not for an awaited response.
  'solicited-broadcast': breaks('events.not-for-solicited', {
    summary: 'The response to a transceive also emits device.rs485.received.',
    edge: withToldResponses(() => true),
  }),
  // Event topics: device.rs485.received is not for an awaited response, also not for one over WebSocket.
  'websocket-transceive-broadcast': breaks('events.not-for-solicited', {
    summary: 'The response to a transceive over WebSocket also emits device.rs485.received.',
    edge: withToldResponses(isOverWebSocket),
  }),
  // Device connection and power: an event is delivered on the open WebSocket connections, all of them.
  'events-to-first-connection': breaks('events.every-connection', {
    summary: 'An event is delivered to the oldest connection only.',
    edge: onePort('events', () => {
      const subscribers = new Set<Subscriber>();
      return {
        publish: (event) => [...subscribers].find(({ mayHear }) => mayHear(event.deviceId))?.deliver(event),
        subscribe: (subscriber) => {
          subscribers.add(subscriber);
          return () => subscribers.delete(subscriber);
        },
      };
    }),
  }),
  // Device connection and power: an event is delivered on the open connections, whatever else they are used for.
  'events-lost-while-asking': breaks('events.every-connection', {
    summary: 'An event is not delivered to a connection that has a request under way.',
    edge: conversations(() => {
      const asked = new Set<unknown>();
      return {
        asked: (requestId) => void asked.add(requestId),
        edit: (frame) => {
          if (isReply(frame)) asked.delete(frame['requestId']);
          else if (asked.size > 0) return null;
          return undefined;
        },
      };
    }),
  }),
  // Device connection and power: an event is delivered on the open connections, whoever has opened them.
  'device-events-to-first-client': breaks('events.every-connection', {
    summary:
      'Events of connection and power reach one client only, however many of its connections are open.',
    edge: withDeviceEventsToOldest((own, oldest) => own.clientId === oldest.clientId),
  }),
  // Device connection and power: these events are delivered on all open connections.
  'device-events-to-oldest-connection': breaks('events.every-connection', {
    summary: 'Events of connection and power reach the oldest connection only.',
    edge: withDeviceEventsToOldest((own, oldest) => own === oldest),
  }),
  // Device connection and power: an event is delivered on the open connections, whoever has made the change.
  'changes-to-author-only': breaks('events.every-connection', {
    summary: 'A relay change is told only to the client that has given the last order to the device.',
    edge: withChangesToAuthor,
  }),
  // Message rules: events are not replayed.
  'events-replayed': breaks('events.not-replayed', {
    summary: 'A new connection is sent the events that happened before it was opened.',
    edge: () => {
      const past: ServiceEvent[] = [];
      return withReplay(
        (event) => {
          past.push(event);
          if (past.length > REMEMBERED) past.shift();
        },
        () => past,
      );
    },
  }),
  // Message rules: events are not replayed, and after reconnecting the client asks for the state itself.
  'last-event-replayed': breaks('events.not-replayed', {
    summary: 'A client that reconnects within a minute is sent the last event of each device that it missed.',
    edge: () => {
      const leftAt = new Map<string, number>();
      const last = new Map<string, ServiceEvent>();
      let now = (): number => 0;
      return [
        connections({ ended: ({ clientId }) => void leftAt.set(clientId, now()) }),
        withReplay(
          (event) => last.set(event.deviceId, event),
          (clock) => {
            now = clock.now;
            const left = [...leftAt.values()].filter((at) => now() - at < SOON);
            return [...last.values()].filter(({ occurredAt }) => left.some((at) => at <= occurredAt));
          },
        ),
      ];
    },
  }),
});

function neverSent(rule: Defect['rule'], topic: EventTopic): Omit<Defect, 'id'> {
  return {
    rule,
    summary: `The event ${topic} is never sent.`,
    edge: withoutEvents((event) => event.topic === topic),
  };
}

function closedFor(rule: Defect['rule'], topic: EventTopic): Omit<Defect, 'id'> {
  return {
    rule,
    summary: `Where the event ${topic} is due on a connection, the connection is closed.`,
    edge: texts(() => ({
      sent: (text, pass, socket) => {
        if (text.includes(`"${topic}"`)) socket.close('failed');
        else pass();
      },
    })),
  };
}

/** Swallows the event that ends a state which lasted for less than so many ms. */
function withoutQuickReturn(begin: EventTopic, end: EventTopic, ms: number): Edge {
  const begun = new Map<string, number>();
  return withoutEvents(({ topic, deviceId, occurredAt }) => {
    if (topic === begin) begun.set(deviceId, occurredAt);
    return topic === end && occurredAt - (begun.get(deviceId) ?? -Infinity) < ms;
  });
}

/** @param told whether the response to a transceive is told as an event, too. */
function withToldResponses(told: (origin: Origin | undefined) => boolean): Edge {
  return performed((outcome, _, __, { tell, origin }) => {
    const data = outcome.kind === 'done' ? outcome.value?.data : undefined;
    if (told(origin) && data !== undefined) tell({ kind: 'rs485-received', data });
    return outcome;
  });
}

/**
 * @param keep sees each event that is published.
 * @param missed the events that a new connection is sent, as far as it may hear of their devices.
 */
function withReplay(
  keep: (event: ServiceEvent) => void,
  missed: (clock: Clock) => readonly ServiceEvent[],
): Edge {
  return onePort('events', (events, { clock }) => ({
    publish: (event) => {
      keep(event);
      events.publish(event);
    },
    subscribe: (subscriber) => {
      const told = missed(clock).filter(({ deviceId }) => subscriber.mayHear(deviceId));
      // After the handshake: the socket takes frames only once it is open.
      queueMicrotask(() => told.forEach((event) => subscriber.deliver(event)));
      return events.subscribe(subscriber);
    },
  }));
}

/** @param isTold whether a connection is told of connection and power of devices, in view of the oldest that is open. */
function withDeviceEventsToOldest(isTold: (own: Connection, oldest: Connection) => boolean): EdgeOf {
  return () => {
    const open = new Set<Connection>();
    return [
      connections({ begun: (own) => void open.add(own), ended: (own) => void open.delete(own) }),
      delivered(({ topic }, own) => {
        const [oldest = own] = open;
        return isTold(own, oldest) || !/connection|power/.test(topic);
      }),
    ];
  };
}

function withChangesToAuthor(): readonly Edge[] {
  const authors = new Map<string, string>();
  return [
    call('operate', (caller, request, next) => {
      authors.set(request.deviceId, caller.clientId);
      return next(caller, request);
    }),
    delivered(({ topic, deviceId }, { clientId }) => {
      const author = authors.get(deviceId) ?? clientId;
      return topic !== 'device.state.changed' || author === clientId;
    }),
  ];
}
