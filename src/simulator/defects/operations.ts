// Defects of what the operations do to the device.
import type { RelayChange } from '../../contract/operations.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withPerform } from './wrap/operations.js';

export const OPERATION_DEFECTS: readonly Defect[] = [
  // REST endpoints: several relays are changed in one request.
  {
    id: 'first-relay-only',
    rule: 'relay.set-many',
    summary: 'Of several relays in one request only the first one is switched.',
    decorate: () => withRelays((relays) => relays.slice(0, 1)),
  },
  // REST endpoints: several relays are changed in one request, three and more too.
  {
    id: 'third-relay-dropped',
    rule: 'relay.set-many',
    summary: 'Of three or more relays in one request only the first two are switched.',
    decorate: () => withRelays((relays) => relays.slice(0, 2)),
  },
  // REST endpoints: relays/commands changes the relays of the request.
  {
    id: 'relay-without-effect',
    rule: 'relay.effect',
    summary: 'A relay command succeeds without switching anything.',
    decorate: () =>
      withPerform((device, operation, clock) =>
        operation.name === 'device.relay.set'
          ? clock.sleep(200).then(() => ({ kind: 'done', value: undefined }))
          : device.perform(operation),
      ),
  },
  // REST endpoints: relays/commands changes the relays of the request. The jog of another relay still ends.
  {
    id: 'jog-never-ends',
    rule: 'relay.effect',
    summary: 'A relay stays on for good when another relay is switched while it jogs.',
    decorate: () => withDisturbedJogs('on'),
  },
  // REST endpoints: relays/commands changes the relays of the request. The jog of another relay goes on.
  {
    id: 'jog-ends-early',
    rule: 'relay.effect',
    summary: 'A jog ends as soon as another relay of the device is switched.',
    decorate: () => withDisturbedJogs('off'),
  },
  // Versioning: the compatibility endpoint controls the relay that its path names.
  {
    id: 'compatibility-off-by-one',
    rule: 'relay.compatibility',
    summary: 'The single-relay endpoint switches the relay after the one in its path.',
    decorate: () => ({
      rest: (next) => (request) =>
        next({
          ...request,
          target: request.target.replace(
            /\/relays\/(\d+)\/commands$/,
            (_, index: string) => `/relays/${Number(index) + 1}/commands`,
          ),
        }),
    }),
  },
  // REST endpoints: a transceive sends RS485 data and returns the response.
  {
    id: 'transceive-without-result',
    rule: 'rs485.transceive',
    summary: 'A transceive that was answered succeeds without a result.',
    decorate: () =>
      withPerform(async (device, operation) => {
        const outcome = await device.perform(operation);
        return outcome.kind === 'done' ? { kind: 'done', value: undefined } : outcome;
      }),
  },
  // REST endpoints: a transceive sends RS485 data and returns the response.
  {
    id: 'transceive-result-shortened',
    rule: 'rs485.transceive',
    summary: 'The last byte of a response is missing from the result of a transceive.',
    decorate: () =>
      withPerform(async (device, operation) => {
        const outcome = await device.perform(operation);
        if (operation.name !== 'device.rs485.transceive' || outcome.kind !== 'done') return outcome;
        const { data } = outcome.value as { readonly data: string };
        return { kind: 'done', value: { data: data.slice(0, -2) } };
      }),
  },
  // Command status: TIMEOUT is the final result of a command that got no response.
  {
    id: 'silence-is-success',
    rule: 'rs485.timeout',
    summary: 'A transceive that nobody answers succeeds with an empty response.',
    decorate: () =>
      withPerform(async (device, operation) => {
        const outcome = await device.perform(operation);
        return outcome.kind === 'timeout' ? { kind: 'done', value: { data: '' } } : outcome;
      }),
  },
  // Device configuration: the RS485 baud rate is set, and is read back.
  {
    id: 'baud-rate-not-kept',
    rule: 'rs485.baud-rate',
    summary: 'Setting the baud rate succeeds, and the rate stays as it was.',
    decorate: () =>
      withPerform((device, operation, clock) =>
        operation.name === 'device.rs485.baudRate.set'
          ? clock.sleep(50).then(() => ({ kind: 'done', value: undefined }))
          : device.perform(operation),
      ),
  },
  // Device configuration: the RS485 baud rate is set, and is read back, a high one too.
  {
    id: 'baud-rate-in-16-bits',
    rule: 'rs485.baud-rate',
    summary: 'Of a baud rate only the lower 16 bits are kept.',
    decorate: () =>
      withPerform((device, operation) =>
        operation.name === 'device.rs485.baudRate.set'
          ? device.perform({ ...operation, params: { baudRate: operation.params.baudRate % 65_536 } })
          : device.perform(operation),
      ),
  },
  // Device configuration: the jog duration is a setting of one relay.
  {
    id: 'jog-duration-of-all',
    rule: 'relay.jog-config',
    summary: 'Setting the jog duration of one relay sets that of all relays.',
    decorate: () =>
      withPerform(async (device, operation) => {
        const { name, params } = operation;
        if (name === 'device.relay.jogConfig.set') {
          for (let index = 1; index <= device.channels.relays; index++)
            await device.perform({ name, params: { ...params, index } });
        }
        return device.perform(operation);
      }),
  },
];

/** @param asked the changes that the device is asked for instead. */
function withRelays(asked: (relays: RelayChange[]) => RelayChange[]): Decoration {
  return withPerform((device, operation) =>
    operation.name === 'device.relay.set'
      ? device.perform({ ...operation, params: { relays: asked(operation.params.relays) } })
      : device.perform(operation),
  );
}

/** @param action what a relay that jogs is asked for when a command comes for another relay of its device. */
function withDisturbedJogs(action: 'on' | 'off'): Decoration {
  const ends = new Map<string, number>();
  return withPerform(async (device, operation, clock) => {
    if (operation.name !== 'device.relay.set') return device.perform(operation);
    const { relays } = operation.params;
    const configured = device.config().relays;
    const jogOf = (index: number): string => `${device.deviceId} ${index}`;
    const disturbed = configured
      .filter(({ index }) => relays.every((change) => change.index !== index))
      .filter(({ index }) => (ends.get(jogOf(index)) ?? 0) > clock.now())
      .map(({ index }): RelayChange => ({ index, action }));
    const outcome = await device.perform({ ...operation, params: { relays: [...relays, ...disturbed] } });
    for (const { index, action: asked } of relays) {
      const lasts = configured.find((relay) => relay.index === index)?.jogDuration ?? 0;
      ends.set(jogOf(index), asked === 'jog' ? clock.now() + lasts : 0);
    }
    return outcome;
  });
}
