// Defects that show at the first or last channel of a device, on one of the channels, or in the length of a jog.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Decoration } from '../decoration.js';
import type { Channel } from '../../trace/record.js';
import type { Defect } from './defect.js';
import { withStateChanges } from './wrap/events.js';
import { altered, withPerform, withTelling } from './wrap/operations.js';
import { withPeripherals } from './wrap/service.js';

export const CHANNEL_PLACE_DEFECTS: readonly Defect[] = [
  // REST endpoints: after success a relay is in the requested state, the last one of the device too.
  {
    id: 'last-relay-dead',
    rule: 'relay.effect',
    summary: 'The last relay of a device never moves, and the command succeeds.',
    decorate: () =>
      withPerform((device, operation) => {
        if (operation.name !== 'device.relay.set') return device.perform(operation);
        const relays = operation.params.relays.filter(({ index }) => index !== device.channels.relays);
        return device.perform({ ...operation, params: { relays } });
      }),
  },
  // REST endpoints: a relay command changes the relays of the device, the last one too.
  {
    id: 'last-relay-refused',
    rule: 'relay.set-many',
    summary: 'A request for the last relay of a device is refused with 422.',
    decorate: () => ({
      devices: (devices) => ({
        ...devices,
        find: (deviceId, origin) => {
          const device = devices.find(deviceId, origin);
          if (!device) return undefined;
          const { channels } = device;
          return altered(device, { channels: { ...channels, relays: channels.relays - 1 } });
        },
      }),
    }),
  },
  // REST endpoints: several relays are changed in one request, over WebSocket too.
  {
    id: 'websocket-first-relay-only',
    rule: 'relay.set-many',
    summary: 'Over WebSocket only the first of several relays in a request is switched.',
    decorate: () =>
      withTelling((device, operation, _, origin) =>
        operation.name === 'device.relay.set' && origin?.channel === 'ws'
          ? device.perform({ ...operation, params: { relays: operation.params.relays.slice(0, 1) } })
          : device.perform(operation),
      ),
  },
  // Device configuration: a jog duration is set for one relay, for the last one too.
  {
    id: 'last-jog-duration-lost',
    rule: 'relay.jog-config',
    summary: 'The jog duration of the last relay is accepted and not kept.',
    decorate: () =>
      withPerform((device, operation, clock) =>
        operation.name === 'device.relay.jogConfig.set' && operation.params.index === device.channels.relays
          ? clock.sleep(50).then(() => ({ kind: 'done', value: undefined }))
          : device.perform(operation),
      ),
  },
  // Device configuration: a relay jogs for as long as is set for it.
  {
    id: 'jogs-last-a-second',
    rule: 'relay.jog-config',
    summary: 'Every jog lasts one second, whatever is set.',
    decorate: () => {
      const SECOND = 1000;
      return withPerform(async (device, operation, clock) => {
        const outcome = await device.perform(operation);
        if (operation.name !== 'device.relay.set') return outcome;
        const jogged = operation.params.relays.filter(({ action }) => action === 'jog');
        if (jogged.length > 0)
          clock.setTimer('short jog', SECOND, () => {
            const relays = jogged.map(({ index }) => ({ index, action: 'off' as const }));
            void device.perform({ name: operation.name, params: { relays } });
          });
        return outcome;
      });
    },
  },
  // Event topics: device.state.changed is emitted when a relay changes state, at the end of a jog too.
  {
    id: 'jog-end-untold',
    rule: 'events.relay-changed',
    summary: 'The end of a jog emits no event.',
    decorate: () => {
      const jogging = new Set<string>();
      return {
        ...withPerform(async (device, operation) => {
          const outcome = await device.perform(operation);
          if (operation.name === 'device.relay.set')
            for (const { index, action } of operation.params.relays) {
              const relay = `${device.deviceId} ${index}`;
              if (action === 'jog') jogging.add(relay);
              else jogging.delete(relay);
            }
          return outcome;
        }),
        ...withStateChanges((event) => {
          const ends = event.changes.filter(
            ({ kind, index }) =>
              kind === 'relay' &&
              jogging.has(`${event.deviceId} ${index}`) &&
              event.peripherals.relays.some((relay) => relay.index === index && !relay.on),
          );
          const changes = event.changes.filter((change) => !ends.includes(change));
          return changes.length === 0 ? undefined : { ...event, changes };
        }),
      };
    },
  },
  // Event topics: device.state.changed is emitted when a digital input changes state, the last one too.
  {
    id: 'last-input-untold',
    rule: 'events.input-changed',
    summary: 'A change of the last digital input of a device emits no event.',
    decorate: () =>
      withStateChanges((event) => {
        const last = event.peripherals.digitalInputs.length;
        const changes = event.changes.filter(({ kind, index }) => kind !== 'digitalInput' || index !== last);
        return changes.length === 0 ? undefined : { ...event, changes };
      }),
  },
  // REST endpoints: reading a device performs a real-time refresh of it, of its sensors too.
  {
    id: 'sensors-from-first-refresh',
    rule: 'devices.detail-is-live',
    summary: 'A refresh shows the sensors as the first refresh of the device has read them.',
    decorate: () => withFrozen(({ sensors }) => ({ sensors })),
  },
  // REST endpoints: a refresh is of the whole device, of its last analog input too.
  {
    id: 'last-analog-input-frozen',
    rule: 'devices.detail-is-live',
    summary: 'A refresh shows the last analog input as the first refresh of the device has read it.',
    decorate: () =>
      withFrozen(({ analogInputs: first }, now) => ({
        analogInputs: [...now.analogInputs.slice(0, -1), ...first.slice(-1)],
      })),
  },
  // REST endpoints: reading a device performs a real-time refresh: it shows what is, and not what was.
  {
    id: 'analog-inputs-a-refresh-behind',
    rule: 'devices.detail-is-live',
    summary: 'A refresh shows the analog inputs as the refresh before has read them.',
    decorate: () => {
      const last = new Map<string, Peripherals['analogInputs']>();
      return withPeripherals((read, deviceId) => {
        const analogInputs = last.get(deviceId) ?? read.analogInputs;
        last.set(deviceId, read.analogInputs);
        return { ...read, analogInputs };
      });
    },
  },
  // REST endpoints: a refresh is of the whole device, over either channel, its digital inputs too.
  {
    id: 'websocket-inputs-frozen',
    rule: 'devices.detail-is-live',
    summary: 'device.state.get shows the digital inputs as the first refresh of the device has read them.',
    decorate: () => withFrozen(({ digitalInputs }) => ({ digitalInputs }), 'ws'),
  },
  // REST endpoints: a refresh shows the physical state of each relay, of the last one too.
  {
    id: 'last-relay-frozen',
    rule: 'devices.detail-is-live',
    summary: 'A refresh shows the last relay as the first refresh of the device has read it.',
    decorate: () =>
      withFrozen(({ relays: first }, now) => ({ relays: [...now.relays.slice(0, -1), ...first.slice(-1)] })),
  },
];

/** @param kept what a refresh shows of the first one of its device. @param channel on which; default: both. */
function withFrozen(
  kept: (first: Peripherals, now: Peripherals) => Partial<Peripherals>,
  channel?: Channel,
): Decoration {
  const firsts = new Map<string, Peripherals>();
  return withPeripherals((read, deviceId, { origin }) => {
    const first = firsts.get(deviceId) ?? read;
    firsts.set(deviceId, first);
    if (channel !== undefined && origin?.channel !== channel) return read;
    return { ...read, ...kept(first, read) };
  });
}
