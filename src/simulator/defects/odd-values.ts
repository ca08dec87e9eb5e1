// Defects that show with one value of a parameter only: with the last channel, a fraction, a length, an action.
import type { RelayAction } from '../../contract/operations.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { breaks, type Defect, defects } from './defect.js';
import { withNewPassword } from './devices.js';
import type { Edge } from '../edge/edge.js';
import {
  asking,
  devicesWith,
  instead,
  isRefusedWith,
  nothingDone,
  outcomes,
  performed,
  replies,
  stateChanges,
  withData,
} from '../edge/helpers.js';
import { frozen } from './parts.js';
import { isBySingleRelay, isOverWebSocket, renamedKeys } from './wrong-ports.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Origin } from '../service/origin.js';
import { refuse } from '../service/outcome.js';

const SECOND = 1000;

export const ODD_VALUE_DEFECTS = defects({
  // REST endpoints: a relays array changes several relays, in whatever order it names them.
  'batch-in-order-of-index': breaks('relay.set-many', {
    summary: 'Relays that are named out of their order get the actions of each other.',
    edge: asking('device.relay.set', ({ relays }) => {
      const indices = relays.map(({ index }) => index).toSorted((a, b) => a - b);
      return { relays: relays.map((each, at) => ({ ...each, index: indices[at] ?? each.index })) };
    }),
  }),
  // Versioning: the compatibility endpoint controls one relay as the array of one does, with each of its actions.
  'compatibility-takes-off-for-on': breaks('relay.compatibility', {
    summary: 'The single-relay endpoint switches its relay on, whichever of on and off is asked for.',
    edge: withSingleRelay((action) => (action === 'off' ? 'on' : action)),
  }),
  // Versioning: the compatibility endpoint controls one relay as the array of one does, a jog too.
  'compatibility-jog-stays-on': breaks('relay.compatibility', {
    summary: 'A jog over the single-relay endpoint switches the relay on for good.',
    edge: withSingleRelay((action) => (action === 'jog' ? 'on' : action)),
  }),
  // REST endpoints: each relay of the array changes as its element says.
  'first-action-for-all': breaks('relay.set-many', {
    summary: 'Each relay of a request gets the action of the first one.',
    edge: asking('device.relay.set', ({ relays }) => ({
      relays: relays.map(({ index }) => ({ index, action: relays[0]?.action ?? 'off' })),
    })),
  }),
  // REST endpoints: each relay of the array changes as its element says, over WebSocket too.
  'last-action-for-all-on-websocket': breaks('relay.set-many', {
    summary: 'Over WebSocket each relay of a request gets the action of the last one.',
    edge: asking(
      'device.relay.set',
      ({ relays }) => ({
        relays: relays.map(({ index }) => ({ index, action: relays.at(-1)?.action ?? 'off' })),
      }),
      isOverWebSocket,
    ),
  }),
  // REST endpoints: relays/commands changes the relays of the request, whatever state they are in.
  'on-toggles': breaks('relay.effect', {
    summary: 'A relay that is on and told to go on is switched off.',
    edge: asking('device.relay.set', ({ relays }, device) => {
      const on = relaysOn(device.peripherals());
      return {
        relays: relays.map(({ index, action }) => ({
          index,
          action: action === 'on' && on.includes(index) ? 'off' : action,
        })),
      };
    }),
  }),
  // REST endpoints: relays/commands changes the relays of the request, all of them at once too.
  'set-three-at-most': breaks('relay.set-many', {
    summary: 'Of more than three relays in one request three are switched.',
    edge: asking('device.relay.set', ({ relays }) => ({ relays: relays.slice(0, 3) })),
  }),
  // REST endpoints: a transceive returns the response, all of it.
  'response-cut-at-64-bytes': withResponse('Of a response only the first 64 bytes are returned.', (bytes) =>
    bytes.slice(0, 64),
  ),
  // REST endpoints: a transceive returns the response, a zero at its end too.
  'zeros-at-end-cut': withResponse('Zeros at the end of a response are missing from the result.', (bytes) =>
    bytes.slice(0, bytes.findLastIndex((byte) => byte !== 0) + 1),
  ),
  // REST endpoints: a transceive returns the response, a zero at its beginning too.
  'zeros-at-beginning-cut': withResponse(
    'Zeros at the beginning of a response are missing from the result.',
    (bytes) =>
      bytes.slice(
        Math.max(
          0,
          bytes.findIndex((byte) => byte !== 0),
        ),
      ),
  ),
  // REST endpoints: a transceive returns the response, whatever bytes it is made of.
  'high-bytes-become-question-marks': withResponse(
    'Bytes above 127 of a response are question marks in the result.',
    (bytes) => bytes.map((byte) => (byte > 127 ? 0x3f : byte)),
  ),
  // REST endpoints: a transceive returns the response, all of it.
  'length-in-eight-bits': withResponse(
    'The length of a response is kept in eight bits: of 256 bytes and more only the rest is returned.',
    (bytes) => bytes.slice(0, bytes.length % 256),
  ),
  // REST endpoints: a transceive returns the response, also one that has the bytes of a line end in it.
  'response-ends-at-line-end': withResponse('A response ends at its first line feed.', (bytes) =>
    bytes.slice(0, bytes.includes(10) ? bytes.indexOf(10) : bytes.length),
  ),
  // REST endpoints: a transceive returns the response, the bytes that halt a line of text in it, too.
  'flow-control-bytes-lost': withResponse('The bytes 11 and 13 of a response are lost.', (bytes) =>
    bytes.filter((byte) => byte !== 0x11 && byte !== 0x13),
  ),
  // REST endpoints: a transceive returns the response, all of it, over WebSocket too.
  'websocket-response-cut': withResponse(
    'Over WebSocket of a response only the first 125 bytes are returned.',
    (bytes) => bytes.slice(0, 125),
    isOverWebSocket,
  ),
  // REST endpoints: a transceive sends the bytes of the request, all of them.
  'request-cut-at-32-bytes': breaks('rs485.transceive', {
    summary: 'Of the bytes of a transceive only the first 32 are sent.',
    edge: asking('device.rs485.transceive', (params) => ({ ...params, data: params.data.slice(0, 64) })),
  }),
  // Device configuration: a jog duration is kept as it was set, its fraction of a second too.
  'fraction-of-duration-lost': breaks('relay.jog-config', {
    summary: 'Of a jog duration over a second only the whole seconds are kept.',
    edge: withDurations((to) => (to > SECOND ? to - (to % SECOND) : to)),
  }),
  // Device configuration: a jog duration is kept as it was set, a short one too.
  'short-duration-raised': breaks('relay.jog-config', {
    summary: 'A jog duration under half a second is accepted, and half a second is kept.',
    edge: withDurations((to) => Math.max(to, SECOND / 2)),
  }),
  // Device configuration: a jog duration is that of one relay and of no other.
  'duration-of-next-relay-too': breaks('relay.jog-config', {
    summary: 'A jog duration is also that of the next relay, if the device has one.',
    edge: performed((done, operation, device) => {
      if (operation.name !== 'device.relay.jogConfig.set' || done.kind !== 'done') return done;
      const index = operation.params.index + 1;
      return index > device.channels.relays
        ? done
        : device.perform({ ...operation, params: { ...operation.params, index } });
    }),
  }),
  // Device configuration: a jog duration is set as often as it is asked for, also to less than it was.
  'duration-only-grows': breaks('relay.jog-config', {
    summary: 'A jog duration that is shorter than the one before is accepted and not kept.',
    edge: instead('device.relay.jogConfig.set', (device, operation, { clock }) => {
      const { index, duration } = operation.params;
      const before = device.config().relays.find((relay) => relay.index === index)?.jogDuration ?? 0;
      return duration < before ? nothingDone(clock, 20) : device.perform(operation);
    }),
  }),
  // Device configuration: the baud rate is the one that was set last.
  'low-baud-rate-raised': breaks('rs485.baud-rate', {
    summary: 'A baud rate under 9600 is accepted, and 9600 is kept.',
    edge: asking('device.rs485.baudRate.set', ({ baudRate }) => ({ baudRate: Math.max(9600, baudRate) })),
  }),
  // REST endpoints: reading a device refreshes it, its digital inputs too.
  'inputs-of-the-start': breaks('devices.detail-is-live', {
    summary: 'A refresh shows the digital inputs as they were when the service started.',
    edge: () => frozen(({ digitalInputs }) => ({ digitalInputs })),
  }),
  // REST endpoints: reading a device refreshes it, its last digital input too.
  'last-input-frozen': breaks('devices.detail-is-live', {
    summary: 'A refresh shows the last digital input as the first refresh of the device has read it.',
    edge: () =>
      frozen((first, now) => ({
        digitalInputs: [...now.digitalInputs.slice(0, -1), ...first.digitalInputs.slice(-1)],
      })),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, so not when a device is looked at.
  'event-on-refresh': breaks('events.no-change-no-event', {
    summary: 'Each refresh emits a device.state.changed for the first relay.',
    edge: devicesWith((device, { tell }) => ({
      refresh: async () => {
        const outcome = await device.refresh();
        if (outcome.kind === 'done')
          tell({ kind: 'state-changed', changes: [{ kind: 'relay', index: 1 }], peripherals: outcome.value });
        return outcome;
      },
    })),
  }),
  // Event topics: changes names the affected channels, the last relay too.
  'last-relay-named-as-first': breaks('events.changes', {
    summary: 'A change of the last relay of a device is told as one of the first.',
    edge: stateChanges((event) => ({
      ...event,
      changes: event.changes.map((change) =>
        change.kind === 'relay' && change.index === event.peripherals.relays.length
          ? { ...change, index: 1 }
          : change,
      ),
    })),
  }),
  // Event topics: device.state.changed is emitted when a relay changes state, in both directions.
  'switching-off-untold': breaks('events.relay-changed', {
    summary: 'A relay that goes off emits no event; one that goes on does.',
    edge: stateChanges((event) => {
      const on = relaysOn(event.peripherals);
      return event.changes.every(({ kind, index }) => kind === 'relay' && !on.includes(index))
        ? undefined
        : event;
    }),
  }),
  // Event topics: peripherals holds the complete runtime state block, of an input change too.
  'input-event-without-relays': breaks('events.peripherals', {
    summary: 'peripherals of an event about a digital input has no relays.',
    edge: stateChanges((event) =>
      event.changes.every(({ kind }) => kind === 'digitalInput')
        ? { ...event, peripherals: { ...event.peripherals, relays: [] } }
        : event,
    ),
  }),
  // Permissions: data.requiredScope names the needed scope, of a jog duration too.
  'wrong-scope-named-for-jog': breaks('scope.required-scope-named', {
    summary: 'A denied jog duration names device:control as the needed scope.',
    edge: replies((body, { status }, { target }) =>
      status === 403 && target.endsWith('/jog-config')
        ? withData(body, { requiredScope: 'device:control' })
        : undefined,
    ),
  }),
  // Idempotency-Key rules: a new key is a new command, however alike two keys are.
  'keys-in-any-case': breaks('idempotency.new-key-new-command', {
    summary: 'Two keys that differ in the case of their letters only are one.',
    edge: renamedKeys((key) => key.toLowerCase()),
  }),
  // Idempotency-Key rules: a new key is a new command, however alike two keys are.
  'keys-by-their-first-half': breaks('idempotency.new-key-new-command', {
    summary: 'Of a key only the first 32 characters count.',
    edge: renamedKeys((key) => key.slice(0, 32)),
  }),
  // REST endpoints: the new password of a device is the one that the client has given, in any alphabet.
  'password-in-ascii': breaks('devices.password', {
    summary: 'A new password is kept without the characters that are not ASCII.',
    edge: withNewPassword(({ newPassword }) => newPassword.replaceAll(/[^ -~]/g, '?')),
  }),
  // Errors: 404 is one of the statuses that the interface names; a relay operation on an unknown device is one, too.
  'unknown-device-switched': breaks('devices.unknown', {
    summary: 'A baud rate for a device that does not exist is refused with 400.',
    edge: outcomes({
      operate: (outcome, _, { operation }) =>
        isRefusedWith(outcome, 'DEVICE_NOT_FOUND') && operation.name === 'device.rs485.baudRate.set'
          ? refuse('INVALID_REQUEST', 'The request is not valid.')
          : outcome,
    }),
  }),
});

/** @param taken the action that the single-relay endpoint takes for the one that is asked for. */
function withSingleRelay(taken: (action: RelayAction) => RelayAction): Edge {
  return asking(
    'device.relay.set',
    ({ relays }) => ({ relays: relays.map(({ index, action }) => ({ index, action: taken(action) })) }),
    isBySingleRelay,
  );
}

function relaysOn({ relays }: Peripherals): readonly number[] {
  return relays.flatMap(({ index, on }) => (on ? [index] : []));
}

/** @param shown what is returned of the bytes of a response. @param meant of which requests; default: all. */
function withResponse(
  summary: string,
  shown: (bytes: Uint8Array) => Uint8Array,
  meant: (origin: Origin | undefined) => boolean = () => true,
): Omit<Defect, 'id'> {
  const edge = performed((outcome, _, __, { origin }) => {
    if (!meant(origin) || outcome.kind !== 'done' || outcome.value === undefined) return outcome;
    const data = toHex(shown(fromHex(outcome.value.data) ?? new Uint8Array()));
    return { kind: 'done', value: { ...outcome.value, data } };
  });
  return { rule: 'rs485.transceive', summary, edge };
}

/** @param kept the duration in ms that is kept of the one that is asked for. */
function withDurations(kept: (duration: number) => number): Edge {
  return asking('device.relay.jogConfig.set', (params) => ({ ...params, duration: kept(params.duration) }));
}
