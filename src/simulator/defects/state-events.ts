// Defects of device.state.changed: when it is sent, and what it says.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withoutSoonAgain, withStateChanges } from './wrap/events.js';
import { withTelling } from './wrap/operations.js';

/** Ms between two looks at the values of the devices. */
const EVERY = 500;

/** A change of a sensor value that counts as a leap. */
const LEAP = 5;

export const STATE_EVENT_DEFECTS: readonly Defect[] = [
  // Event topics: device.state.changed is emitted when a relay changes state.
  {
    id: 'relay-events-missing',
    rule: 'events.relay-changed',
    summary: 'A relay change emits no device.state.changed.',
    decorate: () =>
      withStateChanges((event) => (event.changes.some(({ kind }) => kind === 'relay') ? undefined : event)),
  },
  // Event topics: device.state.changed is emitted when a relay changes state, however soon after another change.
  {
    id: 'event-lost-in-burst',
    rule: 'events.relay-changed',
    summary: 'A relay change within a second of another change of the device emits no event.',
    decorate: () => withoutSoonAgain('device.state.changed', 1000),
  },
  // Event topics: device.state.changed is emitted when a digital input changes state.
  {
    id: 'input-events-missing',
    rule: 'events.input-changed',
    summary: 'Changes of digital inputs emit no event.',
    decorate: () =>
      withStateChanges((event) =>
        event.changes.every(({ kind }) => kind === 'digitalInput') ? undefined : event,
      ),
  },
  // Event topics: device.state.changed is emitted when a digital input changes state, in both directions.
  {
    id: 'input-released-silently',
    rule: 'events.input-changed',
    summary: 'A digital input that becomes inactive emits no event; one that becomes active does.',
    decorate: () =>
      withStateChanges((event) => {
        const { digitalInputs } = event.peripherals;
        const unseen = event.changes.every(
          ({ kind, index }) =>
            kind === 'digitalInput' && !digitalInputs.find((input) => input.index === index)?.active,
        );
        return unseen ? undefined : event;
      }),
  },
  // Event topics: changes names the affected channels, and no other.
  {
    id: 'changes-of-neighbour',
    rule: 'events.changes',
    summary: 'changes names the neighbour of the channel that changed as well.',
    decorate: () =>
      withStateChanges((event) => {
        const changes = event.changes.flatMap((change) => {
          const neighbour = change.index > 1 ? change.index - 1 : change.index + 1;
          return [change, { ...change, index: neighbour }];
        });
        return { ...event, changes };
      }),
  },
  // Event topics: changes names the affected channels, and not those of an earlier event.
  {
    id: 'changes-pile-up',
    rule: 'events.changes',
    summary: 'changes also names what changed in the event before.',
    decorate: () => {
      const before = new Map<string, readonly ChannelChange[]>();
      return withStateChanges((event) => {
        const { deviceId, changes } = event;
        const old = (before.get(deviceId) ?? []).filter(
          (change) => !changes.some(({ kind, index }) => kind === change.kind && index === change.index),
        );
        before.set(deviceId, changes);
        return { ...event, changes: [...changes, ...old] };
      });
    },
  },
  // Event topics: changes names the affected channels, all of them.
  {
    id: 'changes-names-one',
    rule: 'events.changes',
    summary: 'Of several channels that changed together, changes names the first one only.',
    decorate: () => withStateChanges((event) => ({ ...event, changes: event.changes.slice(0, 1) })),
  },
  // Event topics: peripherals holds the complete runtime state.
  {
    id: 'peripherals-incomplete',
    rule: 'events.peripherals',
    summary: 'peripherals of device.state.changed has no analog inputs and no sensors.',
    decorate: () =>
      withStateChanges((event) => ({
        ...event,
        peripherals: { ...event.peripherals, analogInputs: [], sensors: [] },
      })),
  },
  // Event topics: peripherals holds the runtime state, that is the one after the change.
  {
    id: 'peripherals-of-before',
    rule: 'events.peripherals',
    summary: 'peripherals of device.state.changed shows the relays as they were before the change.',
    decorate: () =>
      withStateChanges((event) => {
        const changed = new Set(
          event.changes.flatMap(({ kind, index }) => (kind === 'relay' ? [index] : [])),
        );
        const relays = event.peripherals.relays.map((relay) =>
          changed.has(relay.index) ? { ...relay, on: !relay.on } : relay,
        );
        return { ...event, peripherals: { ...event.peripherals, relays } };
      }),
  },
  // Event topics: a change of analog inputs alone emits no device.state.changed.
  {
    id: 'analog-events',
    rule: 'events.not-for-analog',
    summary: 'A change of an analog input emits device.state.changed.',
    decorate: () =>
      withWatchedValues(
        (before, now) => JSON.stringify(before.analogInputs) !== JSON.stringify(now.analogInputs),
      ),
  },
  // Event topics: a change of sensor readings alone emits no device.state.changed, however large it is.
  {
    id: 'sensor-leaps-told',
    rule: 'events.not-for-analog',
    summary: 'A sensor whose value leaps by five or more emits device.state.changed.',
    decorate: () =>
      withWatchedValues((before, now) =>
        before.sensors.some(({ value }, at) => Math.abs(value - (now.sensors[at]?.value ?? value)) >= LEAP),
      ),
  },
  // Event topics: a new jog duration is not broadcast.
  {
    id: 'config-broadcast',
    rule: 'events.not-for-config',
    summary: 'Setting a jog duration emits device.state.changed for the relay.',
    decorate: () =>
      withTelling(async (device, operation, tell) => {
        const outcome = await device.perform(operation);
        if (operation.name === 'device.relay.jogConfig.set') {
          const { index } = operation.params;
          const peripherals = device.peripherals();
          tell({ kind: 'state-changed', changes: [{ kind: 'relay', index }], peripherals });
        }
        return outcome;
      }),
  },
  // Event topics: a new RS485 baud rate is not broadcast.
  {
    id: 'baud-rate-broadcast',
    rule: 'events.not-for-config',
    summary: 'Setting the RS485 baud rate emits a device.state.changed without changes.',
    decorate: () =>
      withTelling(async (device, operation, tell) => {
        const outcome = await device.perform(operation);
        if (operation.name === 'device.rs485.baudRate.set')
          tell({ kind: 'state-changed', changes: [], peripherals: device.peripherals() });
        return outcome;
      }),
  },
  // Event topics: device.state.changed is emitted when a relay changes state, so not when it stays as it is.
  {
    id: 'event-without-change',
    rule: 'events.no-change-no-event',
    summary: 'Setting a relay to the state it is in emits device.state.changed.',
    decorate: () =>
      withTelling(async (device, operation, tell) => {
        const before = JSON.stringify(device.peripherals().relays);
        const outcome = await device.perform(operation);
        const peripherals = device.peripherals();
        if (operation.name === 'device.relay.set' && before === JSON.stringify(peripherals.relays)) {
          const changes = operation.params.relays.map(({ index }): ChannelChange => ({
            kind: 'relay',
            index,
          }));
          tell({ kind: 'state-changed', changes, peripherals });
        }
        return outcome;
      }),
  },
  // Event topics: device.state.changed is emitted when a relay changes state, so not when it was off already.
  {
    id: 'switching-off-always-told',
    rule: 'events.no-change-no-event',
    summary: 'Setting a relay to off emits device.state.changed, also when it is off.',
    decorate: () =>
      withTelling(async (device, operation, tell) => {
        const before = device.peripherals().relays;
        const outcome = await device.perform(operation);
        if (operation.name !== 'device.relay.set') return outcome;
        const changes = operation.params.relays.flatMap(({ index, action }): ChannelChange[] => {
          const wasOff = before.some((relay) => relay.index === index && !relay.on);
          return action === 'off' && wasOff ? [{ kind: 'relay', index }] : [];
        });
        if (changes.length > 0) tell({ kind: 'state-changed', changes, peripherals: device.peripherals() });
        return outcome;
      }),
  },
];

/** @param differs whether values that were read one after the other emit device.state.changed. */
function withWatchedValues(differs: (before: Peripherals, now: Peripherals) => boolean): Decoration {
  return {
    devices: (devices, { clock }) => ({
      ...devices,
      listen: (listener) => {
        const seen = new Map<string, Peripherals>();
        const look = (): void => {
          for (const { deviceId } of devices.list()) {
            const peripherals = devices.find(deviceId)?.peripherals();
            if (!peripherals) continue;
            const before = seen.get(deviceId);
            seen.set(deviceId, peripherals);
            if (before && differs(before, peripherals))
              listener(deviceId, { kind: 'state-changed', changes: [], peripherals });
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
