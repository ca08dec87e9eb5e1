// Defects of the events about the connection, the power and the RS485 port of a device.
import type { EventTopic } from '../../contract/topics.js';
import type { Decoration } from '../decoration.js';
import type { Origin } from '../service/origin.js';
import type { Defect } from './defect.js';
import { withoutEvents, withoutSoonAgain, withPublishing } from './wrap/events.js';
import { withPorts } from './wrap/ports.js';
import { withPerform, withTelling } from './wrap/operations.js';
import { withService } from './wrap/service.js';
import { withSent } from './wrap/texts.js';

const SECOND = 1000;

export const DEVICE_EVENT_DEFECTS: readonly Defect[] = [
  // Event topics: device.connection.online is emitted when a device connects.
  neverSent('online-missing', 'events.online', 'device.connection.online'),
  // Event topics: device.connection.online is emitted when a device connects, however short it was offline.
  {
    id: 'short-absence-untold',
    rule: 'events.online',
    summary: 'A device that is back within ten seconds is reported offline, but not online again.',
    decorate: () => withoutQuickReturn('device.connection.offline', 'device.connection.online', 10 * SECOND),
  },
  // Event topics: device.connection.online is emitted when a device connects, and not while it is offline.
  {
    id: 'online-while-offline',
    rule: 'events.online',
    summary: 'Six seconds after a device went offline it is reported online, also when it is not.',
    decorate: () =>
      withPorts(({ events }, { clock }) => ({
        events: {
          publish: (event) => {
            events.publish(event);
            if (event.topic !== 'device.connection.offline') return;
            clock.setTimer('early report', 6 * SECOND, () =>
              events.publish({ ...event, topic: 'device.connection.online', occurredAt: clock.now() }),
            );
          },
        },
      })),
  },
  // Event topics: device.connection.offline is emitted when a device disconnects.
  neverSent('offline-missing', 'events.offline', 'device.connection.offline'),
  // Event topics: device.connection.offline is emitted when a device disconnects, each time.
  {
    id: 'next-outage-untold',
    rule: 'events.offline',
    summary: 'A device that goes offline again within half a minute is not reported offline again.',
    decorate: () => withoutSoonAgain('device.connection.offline', 30 * SECOND),
  },
  // Event topics: device.connection.offline is emitted when a device disconnects, whatever made it do so.
  {
    id: 'offline-without-power-untold',
    rule: 'events.offline',
    summary: 'A device that goes offline because it has lost its power is not reported offline.',
    decorate: () => withoutQuickReturn('device.power.lost', 'device.connection.offline', 60 * SECOND),
  },
  // Event topics: device.connection.offline is emitted when a device disconnects, whatever it was about to do.
  {
    id: 'offline-lost-during-operation',
    rule: 'events.offline',
    summary:
      'A device that goes offline within five seconds after an operation began is not reported offline.',
    decorate: () => {
      const begun = new Map<string, number>();
      return {
        ...withPerform((device, operation, clock) => {
          begun.set(device.deviceId, clock.now());
          return device.perform(operation);
        }),
        ...withoutEvents(
          ({ topic, deviceId, occurredAt }) =>
            topic === 'device.connection.offline' &&
            occurredAt - (begun.get(deviceId) ?? -Infinity) < 5 * SECOND,
        ),
      };
    },
  },
  // Event topics: device.power.lost is emitted when the power of a device is lost.
  neverSent('power-lost-missing', 'events.power-lost', 'device.power.lost'),
  // Event topics: lost power is reported by device.power.lost, and not by another topic.
  {
    id: 'power-lost-as-offline',
    rule: 'events.power-lost',
    summary: 'When a device loses power, device.connection.offline is sent instead of device.power.lost.',
    decorate: () =>
      withPublishing((event) =>
        event.topic === 'device.power.lost' ? [{ ...event, topic: 'device.connection.offline' }] : [event],
      ),
  },
  // Event topics: device.power.restored is emitted when the power returns.
  neverSent('power-restored-missing', 'events.power-restored', 'device.power.restored'),
  // Event topics: device.power.restored is emitted when the power returns, and the device is there again.
  {
    id: 'power-never-back',
    rule: 'events.power-restored',
    summary: 'A device that has lost its power stays offline for good, and no event tells that it is back.',
    decorate: () => {
      const dark = new Set<string>();
      const back = new Set<string>(['device.power.restored', 'device.connection.online']);
      const swallowing = withoutEvents(({ topic, deviceId }) => {
        if (topic === 'device.power.lost') dark.add(deviceId);
        return back.has(topic) && dark.has(deviceId);
      });
      const listing = withService((service) => ({
        listDevices: (caller, page) => {
          const listed = service.listDevices(caller, page);
          if (!listed.ok) return listed;
          const devices = listed.value.devices.map((each) =>
            dark.has(each.deviceId) ? { ...each, online: false, powered: false } : each,
          );
          return { ok: true, value: { ...listed.value, devices } };
        },
      }));
      return { ...swallowing, ...listing };
    },
  },
  // Event topics: device.power.restored is emitted when the power returns, however short it was lost.
  {
    id: 'short-power-cut-untold',
    rule: 'events.power-restored',
    summary: 'Power that returns within a minute is reported as lost, but not as restored.',
    decorate: () => withoutQuickReturn('device.power.lost', 'device.power.restored', 60 * SECOND),
  },
  // Event topics: device.power.restored is emitted when the power returns, also when the device has been off.
  {
    id: 'boot-untold',
    rule: 'events.power-restored',
    summary: 'Power that returns to a device that went offline without it is not reported as restored.',
    decorate: () => withoutQuickReturn('device.connection.offline', 'device.power.restored', 60 * SECOND),
  },
  // Event topics: device.power.restored is emitted when the power returns; a connection may close, but not each time.
  closedFor('power-restored-closes', 'events.power-restored', 'device.power.restored'),
  // Event topics: device.state.changed is emitted when a relay changes; a connection may close, but not each time.
  closedFor('state-change-closes', 'events.relay-changed', 'device.state.changed'),
  // Event topics: device.rs485.received is emitted for data that no pending request waits for.
  neverSent('rs485-received-missing', 'events.rs485-received', 'device.rs485.received'),
  // Event topics: device.rs485.received is emitted for such data each time, also for the same data again.
  {
    id: 'same-bytes-told-once',
    rule: 'events.rs485-received',
    summary: 'Unsolicited bytes emit no event when the same ones came within the last five seconds.',
    decorate: () => {
      const last = new Map<string, number>();
      return withoutEvents((event) => {
        if (event.topic !== 'device.rs485.received') return false;
        const bytes = `${event.deviceId} ${event.data}`;
        const again = event.occurredAt - (last.get(bytes) ?? -Infinity) < 5 * SECOND;
        last.set(bytes, event.occurredAt);
        return again;
      });
    },
  },
  // Event topics: device.rs485.received is emitted for data that no request waits for, also after one has ended in vain.
  {
    id: 'bytes-lost-after-timeout',
    rule: 'events.rs485-received',
    summary:
      'The next bytes after a transceive that has ended in TIMEOUT are taken for its answer, and thrown away.',
    decorate: () => {
      const waiting = new Set<string>();
      return {
        ...withPerform(async (device, operation) => {
          const outcome = await device.perform(operation);
          if (outcome.kind === 'timeout') waiting.add(device.deviceId);
          return outcome;
        }),
        ...withoutEvents(
          ({ topic, deviceId }) => topic === 'device.rs485.received' && waiting.delete(deviceId),
        ),
      };
    },
  },
  // Event topics: device.rs485.received is for data without a pending request, so not for an awaited response.
  {
    id: 'solicited-broadcast',
    rule: 'events.not-for-solicited',
    summary: 'The response to a transceive also emits device.rs485.received.',
    decorate: () => withToldResponses(() => true),
  },
  // Event topics: device.rs485.received is not for an awaited response, also not for one over WebSocket.
  {
    id: 'websocket-transceive-broadcast',
    rule: 'events.not-for-solicited',
    summary: 'The response to a transceive over WebSocket also emits device.rs485.received.',
    decorate: () => withToldResponses((origin) => origin?.channel === 'ws'),
  },
];

function neverSent(id: string, rule: Defect['rule'], topic: EventTopic): Defect {
  return {
    id,
    rule,
    summary: `The event ${topic} is never sent.`,
    decorate: () => withoutEvents((event) => event.topic === topic),
  };
}

function closedFor(id: string, rule: Defect['rule'], topic: EventTopic): Defect {
  return {
    id,
    rule,
    summary: `Where the event ${topic} is due on a connection, the connection is closed.`,
    decorate: () =>
      withSent(() => (text, pass, socket) => {
        if (text.includes(`"${topic}"`)) socket.close('failed');
        else pass();
      }),
  };
}

/** Swallows the event that ends a state which lasted for less than so many ms. */
function withoutQuickReturn(begin: EventTopic, end: EventTopic, ms: number): Decoration {
  const begun = new Map<string, number>();
  return withoutEvents(({ topic, deviceId, occurredAt }) => {
    if (topic === begin) begun.set(deviceId, occurredAt);
    return topic === end && occurredAt - (begun.get(deviceId) ?? -Infinity) < ms;
  });
}

/** @param told whether the response to a transceive is told as an event, too. */
function withToldResponses(told: (origin: Origin | undefined) => boolean): Decoration {
  return withTelling(async (device, operation, tell, origin) => {
    const outcome = await device.perform(operation);
    const data = outcome.kind === 'done' ? outcome.value?.data : undefined;
    if (told(origin) && data !== undefined) tell({ kind: 'rs485-received', data });
    return outcome;
  });
}
