// Defects of device.state.changed and of the channels: when it is sent, what it says, and which channel is wrong.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import {
  asking,
  devicesWith,
  stateChanges,
  withoutSoonAgain,
  instead,
  nothingDone,
  tellingAfter,
} from '../edge/helpers.js';
import { frozen, shownPeripherals } from './parts.js';
import { isOverWebSocket } from './wrong-ports.js';

/** Ms between two looks at the values of the devices. */
const EVERY = 500;

/** A change of a sensor value that counts as a leap. */
const LEAP = 5;

export const STATE_EVENT_DEFECTS = defects({
  // Event topics: device.state.changed is emitted when a relay changes state.
  'relay-events-missing': breaks('events.relay-changed', {
    summary: 'A relay change emits no device.state.changed.',
    edge: stateChanges((event) => (event.changes.some(({ kind }) => kind === 'relay') ? undefined : event)),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, however soon after another change.
  'event-lost-in-burst': breaks('events.relay-changed', {
    summary: 'A relay change within a second of another change of the device emits no event.',
    edge: () => withoutSoonAgain('device.state.changed', 1000),
  }),
  // Event topics: device.state.changed is emitted when a digital input changes state.
  'input-events-missing': breaks('events.input-changed', {
    summary: 'Changes of digital inputs emit no event.',
    edge: stateChanges((event) =>
      event.changes.every(({ kind }) => kind === 'digitalInput') ? undefined : event,
    ),
  }),
  // Event topics: device.state.changed is emitted when a digital input changes state, in both directions.
  'input-released-silently': breaks('events.input-changed', {
    summary: 'A digital input that becomes inactive emits no event; one that becomes active does.',
    edge: stateChanges((event) => {
      const { digitalInputs } = event.peripherals;
      const unseen = event.changes.every(
        ({ kind, index }) =>
          kind === 'digitalInput' && !digitalInputs.find((input) => input.index === index)?.active,
      );
      return unseen ? undefined : event;
    }),
  }),
  // Event topics: device.state.changed is emitted when digital inputs change state, several at once too.
  'inputs-together-silent': breaks('events.input-changed', {
    summary: 'Digital inputs that change at once emit no event.',
    edge: stateChanges((event) =>
      event.changes.filter(({ kind }) => kind === 'digitalInput').length > 1 ? undefined : event,
    ),
  }),
  // Event topics: device.state.changed is emitted when a digital input changes state, also beside a relay.
  'input-beside-relay-silent': breaks('events.input-changed', {
    summary: 'A digital input that changes within 200 ms of a relay of the device emits no event.',
    edge: () => {
      const switched = new Map<string, number>();
      return stateChanges((event) => {
        const { deviceId, occurredAt, changes } = event;
        if (changes.some(({ kind }) => kind === 'relay')) switched.set(deviceId, occurredAt);
        else if (occurredAt - (switched.get(deviceId) ?? -Infinity) < 200) return undefined;
        return event;
      });
    },
  }),
  // Event topics: changes names the affected channels, and no other.
  'changes-of-neighbour': breaks('events.changes', {
    summary: 'changes names the neighbour of the channel that changed as well.',
    edge: stateChanges((event) => {
      const changes = event.changes.flatMap((change) => {
        const neighbour = change.index > 1 ? change.index - 1 : change.index + 1;
        return [change, { ...change, index: neighbour }];
      });
      return { ...event, changes };
    }),
  }),
  // Event topics: changes names the affected channels, and not those of an earlier event.
  'changes-pile-up': breaks('events.changes', {
    summary: 'changes also names what changed in the event before.',
    edge: () => {
      const before = new Map<string, readonly ChannelChange[]>();
      return stateChanges((event) => {
        const { deviceId, changes } = event;
        const old = (before.get(deviceId) ?? []).filter(
          (change) => !changes.some(({ kind, index }) => kind === change.kind && index === change.index),
        );
        before.set(deviceId, changes);
        return { ...event, changes: [...changes, ...old] };
      });
    },
  }),
  // Event topics: changes names the affected channels, all of them.
  'changes-names-one': breaks('events.changes', {
    summary: 'Of several channels that changed together, changes names the first one only.',
    edge: stateChanges((event) => ({ ...event, changes: event.changes.slice(0, 1) })),
  }),
  // Event topics: peripherals holds the complete runtime state.
  'peripherals-incomplete': breaks('events.peripherals', {
    summary: 'peripherals of device.state.changed has no analog inputs and no sensors.',
    edge: stateChanges((event) => ({
      ...event,
      peripherals: { ...event.peripherals, analogInputs: [], sensors: [] },
    })),
  }),
  // Event topics: peripherals holds the runtime state, that is the one after the change.
  'peripherals-of-before': breaks('events.peripherals', {
    summary: 'peripherals of device.state.changed shows the relays as they were before the change.',
    edge: stateChanges((event) => {
      const changed = new Set(event.changes.flatMap(({ kind, index }) => (kind === 'relay' ? [index] : [])));
      const relays = event.peripherals.relays.map((relay) =>
        changed.has(relay.index) ? { ...relay, on: !relay.on } : relay,
      );
      return { ...event, peripherals: { ...event.peripherals, relays } };
    }),
  }),
  // Event topics: a change of analog inputs alone emits no device.state.changed.
  'analog-events': breaks('events.not-for-analog', {
    summary: 'A change of an analog input emits device.state.changed.',
    edge: withWatchedValues(
      (before, now) => JSON.stringify(before.analogInputs) !== JSON.stringify(now.analogInputs),
    ),
  }),
  // Event topics: a change of analog inputs alone emits no device.state.changed, whichever channel it would name.
  'analog-events-name-an-input': breaks('events.not-for-analog', {
    summary:
      'An analog input that leaps by five or more emits device.state.changed for the input of its index.',
    edge: withWatchedValues(
      (before, now) => leaping(before, now).length > 0,
      (before, now) => leaping(before, now).map((index) => ({ kind: 'digitalInput', index })),
    ),
  }),
  // Event topics: a change of sensor readings alone emits no device.state.changed, however large it is.
  'sensor-leaps-told': breaks('events.not-for-analog', {
    summary: 'A sensor whose value leaps by five or more emits device.state.changed.',
    edge: withWatchedValues((before, now) =>
      before.sensors.some(({ value }, at) => Math.abs(value - (now.sensors[at]?.value ?? value)) >= LEAP),
    ),
  }),
  // Event topics: a new jog duration is not broadcast.
  'config-broadcast': breaks('events.not-for-config', {
    summary: 'Setting a jog duration emits device.state.changed for the relay.',
    edge: tellingAfter('device.relay.jogConfig.set', ({ params: { index } }) => [{ kind: 'relay', index }]),
  }),
  // Event topics: a new RS485 baud rate is not broadcast.
  'baud-rate-broadcast': breaks('events.not-for-config', {
    summary: 'Setting the RS485 baud rate emits a device.state.changed without changes.',
    edge: tellingAfter('device.rs485.baudRate.set', () => []),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, so not when it stays as it is.
  'event-without-change': breaks('events.no-change-no-event', {
    summary: 'Setting a relay to the state it is in emits device.state.changed.',
    edge: tellingAfter('device.relay.set', ({ params: { relays } }, before, device) =>
      JSON.stringify(before) === JSON.stringify(device.peripherals().relays)
        ? relays.map(({ index }) => ({ kind: 'relay', index }))
        : undefined,
    ),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, so not when it was off already.
  'switching-off-always-told': breaks('events.no-change-no-event', {
    summary: 'Setting a relay to off emits device.state.changed, also when it is off.',
    edge: tellingAfter('device.relay.set', ({ params: { relays } }, before) => {
      const changes = relays.flatMap(({ index, action }): ChannelChange[] => {
        const wasOff = before.some((relay) => relay.index === index && !relay.on);
        return action === 'off' && wasOff ? [{ kind: 'relay', index }] : [];
      });
      return changes.length > 0 ? changes : undefined;
    }),
  }),
  // REST endpoints: after success a relay is in the requested state, the last one of the device too.
  'last-relay-dead': breaks('relay.effect', {
    summary: 'The last relay of a device never moves, and the command succeeds.',
    edge: asking('device.relay.set', ({ relays }, device) => ({
      relays: relays.filter(({ index }) => index !== device.channels.relays),
    })),
  }),
  // REST endpoints: a relay command changes the relays of the device, the last one too.
  'last-relay-refused': breaks('relay.set-many', {
    summary: 'A request for the last relay of a device is refused with 422.',
    edge: devicesWith(({ channels }) => ({ channels: { ...channels, relays: channels.relays - 1 } })),
  }),
  // REST endpoints: several relays are changed in one request, over WebSocket too.
  'websocket-first-relay-only': breaks('relay.set-many', {
    summary: 'Over WebSocket only the first of several relays in a request is switched.',
    edge: asking('device.relay.set', ({ relays }) => ({ relays: relays.slice(0, 1) }), isOverWebSocket),
  }),
  // Device configuration: a jog duration is set for one relay, for the last one too.
  'last-jog-duration-lost': breaks('relay.jog-config', {
    summary: 'The jog duration of the last relay is accepted and not kept.',
    edge: instead('device.relay.jogConfig.set', (device, operation, { clock }) =>
      operation.params.index === device.channels.relays ? nothingDone(clock, 50) : device.perform(operation),
    ),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, at the end of a jog too.
  'jog-end-untold': breaks('events.relay-changed', {
    summary: 'The end of a jog emits no event.',
    edge: () => {
      const jogging = new Set<string>();
      return [
        instead('device.relay.set', async (device, operation) => {
          const outcome = await device.perform(operation);
          for (const { index, action } of operation.params.relays) {
            const relay = `${device.deviceId} ${index}`;
            if (action === 'jog') jogging.add(relay);
            else jogging.delete(relay);
          }
          return outcome;
        }),
        changedChannels(
          ({ kind, index }, { deviceId, peripherals }) =>
            kind !== 'relay' ||
            !jogging.has(`${deviceId} ${index}`) ||
            peripherals.relays.every((relay) => relay.index !== index || relay.on),
        ),
      ];
    },
  }),
  // Event topics: device.state.changed is emitted when a digital input changes state, the last one too.
  'last-input-untold': breaks('events.input-changed', {
    summary: 'A change of the last digital input of a device emits no event.',
    edge: changedChannels(
      ({ kind, index }, { peripherals }) =>
        kind !== 'digitalInput' || index !== peripherals.digitalInputs.length,
    ),
  }),
  // REST endpoints: reading a device performs a real-time refresh of it, of its sensors too.
  'sensors-from-first-refresh': breaks('devices.detail-is-live', {
    summary: 'A refresh shows the sensors as the first refresh of the device has read them.',
    edge: () => frozen(({ sensors }) => ({ sensors })),
  }),
  // REST endpoints: reading a device performs a real-time refresh: it shows what is, and not what was.
  'analog-inputs-a-refresh-behind': breaks('devices.detail-is-live', {
    summary: 'A refresh shows the analog inputs as the refresh before has read them.',
    edge: () => {
      const last = new Map<string, Peripherals['analogInputs']>();
      return shownPeripherals((read, deviceId) => {
        const analogInputs = last.get(deviceId) ?? read.analogInputs;
        last.set(deviceId, read.analogInputs);
        return { analogInputs };
      });
    },
  }),
  // REST endpoints: a refresh is of the whole device, over either channel, its digital inputs too.
  'websocket-inputs-frozen': breaks('devices.detail-is-live', {
    summary: 'device.state.get shows the digital inputs as the first refresh of the device has read them.',
    edge: () => frozen(({ digitalInputs }) => ({ digitalInputs }), 'ws'),
  }),
  // REST endpoints: a refresh shows the physical state of each relay, of the last one too.
  'last-relay-frozen': breaks('devices.detail-is-live', {
    summary: 'A refresh shows the last relay as the first refresh of the device has read it.',
    edge: () =>
      frozen(({ relays: first }, now) => ({ relays: [...now.relays.slice(0, -1), ...first.slice(-1)] })),
  }),
});

/** @param differs whether values that were read one after the other emit device.state.changed. */
function withWatchedValues(
  differs: (before: Peripherals, now: Peripherals) => boolean,
  changesOf: (before: Peripherals, now: Peripherals) => readonly ChannelChange[] = () => [],
): Edge {
  return {
    devices: (devices, { clock }) => ({
      listen: (listener) => {
        const seen = new Map<string, Peripherals>();
        const look = (): void => {
          for (const { deviceId } of devices.list()) {
            const peripherals = devices.find(deviceId)?.peripherals();
            if (!peripherals) continue;
            const before = seen.get(deviceId);
            seen.set(deviceId, peripherals);
            if (before && differs(before, peripherals))
              listener(deviceId, {
                kind: 'state-changed',
                changes: changesOf(before, peripherals),
                peripherals,
              });
          }
          timer = clock.setTimer('watched values', EVERY, look);
        };
        let timer = clock.setTimer('watched values', EVERY, look);
        const stop = devices.listen(listener);
        return () => {
          timer.cancel();
          stop();
        };
      },
    }),
  };
}

/** The analog inputs of which a digital one has the index. */
function leaping(before: Peripherals, now: Peripherals): readonly number[] {
  return before.analogInputs.flatMap(({ index, value }, at) => {
    const isLeap = Math.abs(value - (now.analogInputs[at]?.value ?? value)) >= LEAP;
    return isLeap && now.digitalInputs.some((input) => input.index === index) ? [index] : [];
  });
}

type Changed = Parameters<Parameters<typeof stateChanges>[0]>[0];

/** @param isTold whether a changed channel is told of; an event without any is not sent. */
function changedChannels(isTold: (change: ChannelChange, event: Changed) => boolean): Edge {
  return stateChanges((event) => {
    const changes = event.changes.filter((change) => isTold(change, event));
    return changes.length === 0 ? undefined : { ...event, changes };
  });
}
