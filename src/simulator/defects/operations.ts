// Defects of what the operations do to the device, and of the commands that are made of them.
import type { OperationName, RelayChange } from '../../contract/operations.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Device } from '../device/device.js';
import { breaks, defects } from './defect.js';
import type { Edge } from '../edge/edge.js';
import {
  asking,
  dataOf,
  frames,
  type Json,
  portCall,
  replies,
  instead,
  nothingDone,
  performed,
  performing,
  values,
  withData,
  withoutFields,
} from '../edge/helpers.js';
import { isObject } from '../../kernel/json.js';
import type { RestRequest } from '../transport/rest/message.js';
import { withPaths } from './devices.js';
import { commandsBegun, foundCommands } from './wrong-ports.js';

export const OPERATION_DEFECTS = defects({
  // REST endpoints: several relays are changed in one request.
  'first-relay-only': breaks('relay.set-many', {
    summary: 'Of several relays in one request only the first one is switched.',
    edge: asking('device.relay.set', ({ relays }) => ({ relays: relays.slice(0, 1) })),
  }),
  // REST endpoints: several relays are changed in one request, three and more too.
  'third-relay-dropped': breaks('relay.set-many', {
    summary: 'Of three or more relays in one request only the first two are switched.',
    edge: asking('device.relay.set', ({ relays }) => ({ relays: relays.slice(0, 2) })),
  }),
  // REST endpoints: relays/commands changes the relays of the request.
  'relay-without-effect': breaks('relay.effect', {
    summary: 'A relay command succeeds without switching anything.',
    edge: instead('device.relay.set', (_, __, { clock }) => nothingDone(clock, 200)),
  }),
  // Device configuration: a relay jogs as long as is set for it, each time.
  'jogs-as-the-first-time': breaks('relay.jog-config', {
    summary: 'A relay jogs as long as it did the first time, whatever is set later.',
    edge: () => {
      const first = new Map<string, number>();
      return performing(async (device, operation) => {
        const set = (index: number, duration: number): ReturnType<typeof device.perform> =>
          device.perform({ name: 'device.relay.jogConfig.set', params: { index, duration } });
        const jogs = joggedBy(operation).map((index) => {
          const now = durationOf(device, index);
          const name = `${device.deviceId} ${index}`;
          first.set(name, first.get(name) ?? now);
          return { index, now, kept: first.get(name) ?? now };
        });
        for (const { index, kept } of jogs) await set(index, kept);
        const outcome = await device.perform(operation);
        for (const { index, now } of jogs) await set(index, now);
        return outcome;
      });
    },
  }),
  // REST endpoints: relays/commands changes the relays of the request. The jog of another relay still ends.
  'jog-never-ends': breaks('relay.effect', {
    summary: 'A relay stays on for good when another relay is switched while it jogs.',
    edge: () => withDisturbedJogs('on'),
  }),
  // REST endpoints: relays/commands changes the relays of the request. The jog of another relay goes on.
  'jog-ends-early': breaks('relay.effect', {
    summary: 'A jog ends as soon as another relay of the device is switched.',
    edge: () => withDisturbedJogs('off'),
  }),
  // Versioning: the compatibility endpoint controls the relay that its path names.
  'compatibility-off-by-one': breaks('relay.compatibility', {
    summary: 'The single-relay endpoint switches the relay after the one in its path.',
    edge: withPaths((target) =>
      target.replace(
        /\/relays\/(\d+)\/commands$/,
        (_, index: string) => `/relays/${Number(index) + 1}/commands`,
      ),
    ),
  }),
  // REST endpoints: a transceive sends RS485 data and returns the response.
  'transceive-without-result': breaks('rs485.transceive', {
    summary: 'A transceive that was answered succeeds without a result.',
    edge: performed((outcome) => (outcome.kind === 'done' ? { kind: 'done', value: undefined } : outcome)),
  }),
  // REST endpoints: a transceive sends RS485 data and returns the response.
  'transceive-result-shortened': breaks('rs485.transceive', {
    summary: 'The last byte of a response is missing from the result of a transceive.',
    edge: performed((outcome, { name }) => {
      if (name !== 'device.rs485.transceive' || outcome.kind !== 'done') return outcome;
      return { kind: 'done', value: { data: outcome.value?.data?.slice(0, -2) ?? '' } };
    }),
  }),
  // Command status: TIMEOUT is the final result of a command that got no response.
  'silence-is-success': breaks('rs485.timeout', {
    summary: 'A transceive that nobody answers succeeds with an empty response.',
    edge: performed((outcome) =>
      outcome.kind === 'timeout' ? { kind: 'done', value: { data: '' } } : outcome,
    ),
  }),
  // Device configuration: the RS485 baud rate is set, and is read back.
  'baud-rate-not-kept': breaks('rs485.baud-rate', {
    summary: 'Setting the baud rate succeeds, and the rate stays as it was.',
    edge: instead('device.rs485.baudRate.set', (_, __, { clock }) => nothingDone(clock, 50)),
  }),
  // Device configuration: the RS485 baud rate is set, and is read back, a high one too.
  'baud-rate-in-16-bits': breaks('rs485.baud-rate', {
    summary: 'Of a baud rate only the lower 16 bits are kept.',
    edge: asking('device.rs485.baudRate.set', ({ baudRate }) => ({ baudRate: baudRate % 65_536 })),
  }),
  // Device configuration: the jog duration is set as it was asked for, or refused.
  'long-jog-shortened': breaks('relay.jog-config', {
    summary: 'A jog duration of more than ten seconds is kept as ten seconds.',
    edge: asking('device.relay.jogConfig.set', (params) => ({
      ...params,
      duration: Math.min(params.duration, 10_000),
    })),
  }),
  // Device configuration: the jog duration is a setting of one relay.
  'jog-duration-of-all': breaks('relay.jog-config', {
    summary: 'Setting the jog duration of one relay sets that of all relays.',
    edge: instead('device.relay.jogConfig.set', async (device, operation) => {
      for (let index = 1; index <= device.channels.relays; index++)
        await device.perform({ ...operation, params: { ...operation.params, index } });
      return device.perform(operation);
    }),
  }),
  // Command: the object at data.command has the params of the request.
  'command-without-params': breaks('commands.shape', {
    summary: 'data.command of a REST reply has no params.',
    edge: shownCommands((command) => withoutFields(command, 'params')),
  }),
  // Command: every device operation creates a command, both configuration operations too.
  'config-without-command': breaks('commands.created-by-every-operation', {
    summary: 'Over REST, setting a baud rate or a jog duration returns no command.',
    edge: replies((body, { status }, { target }) =>
      status === 200 && /\/(baud-rate|jog-config)$/.test(target) ? { ...body, data: {} } : undefined,
    ),
  }),
  // REST endpoints: a command is read by its identifier.
  'command-not-kept': breaks('commands.readable', {
    summary: 'A command is unknown as soon as its reply has been sent.',
    edge: portCall('ledger', 'find', () => undefined),
  }),
  // REST and WebSocket consistency: data.command is the same object on both channels.
  'command-differs-on-websocket': breaks('commands.same-object-both-channels', {
    summary: 'The identifier of a command on the WebSocket is not the one that REST knows it by.',
    edge: frames((frame) => {
      const command = dataOf(frame)['command'] as Json | undefined;
      if (command === undefined) return undefined;
      const renamed = Object.entries(command).map(([key, value]) =>
        typeof value === 'string' && value.startsWith('cmd-') ? [key, `ws-${value}`] : [key, value],
      );
      return { ...frame, data: { command: Object.fromEntries(renamed) as Json } };
    }),
  }),
  // Command status: a final status never changes.
  'final-status-changes': breaks('commands.terminal-stays', {
    summary: 'A command that has succeeded is shown as failed when it is read later.',
    edge: values({
      readCommand: (read) => (read.status === 'succeeded' ? { ...read, status: 'failed' } : read),
    }),
  }),
  // Command status: a final status never changes, whatever the device does later.
  'status-turns-after-next-command': breaks('commands.terminal-stays', {
    summary: 'A command is shown as timed out once another one has ended on its device.',
    edge: () => {
      const latest = new Map<string, string>();
      return [
        commandsBegun(({ deviceId }, { commandId }) => void latest.set(deviceId, commandId)),
        foundCommands((command) => {
          const { commandId, deviceId, status } = command;
          const overwritten = status !== 'pending' && latest.get(deviceId) !== commandId;
          return overwritten ? { ...command, status: 'timeout' } : command;
        }),
      ];
    },
  }),
  // REST endpoints: reading a command gives back what it was made with.
  'read-command-without-params-of-config': breaks('commands.readable', {
    summary: 'A jog duration is read back as a command with other params.',
    edge: withReadParams('device.relay.jogConfig.set', (value) =>
      typeof value === 'number' ? value + 1 : value,
    ),
  }),
  // REST endpoints: reading a command gives back what it was made with, for relays too.
  'relay-command-read-without-relays': breaks('commands.readable', {
    summary: 'A relay command is read back with the actions of its relays turned round.',
    edge: withReadParams('device.relay.set', (value) =>
      JSON.parse(
        JSON.stringify(value).replaceAll(/"(on|off)"/g, (_, word) => (word === 'on' ? '"off"' : '"on"')),
      ),
    ),
  }),
  // REST endpoints: reading a command gives back what came of it.
  'result-not-stored': breaks('commands.readable', {
    summary: 'A command is read back without the result that its reply had.',
    edge: shownCommands((command) => withoutFields(command, 'result'), isReadingCommand),
  }),
});

/** @param action what a relay that jogs is asked for when a command comes for another relay of its device. */
function withDisturbedJogs(action: 'on' | 'off'): Edge {
  const ends = new Map<string, number>();
  return instead('device.relay.set', async (device, operation, { clock }) => {
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

/** @param shown the command that a reply over REST has. @param isMeant of which requests; default: all. */
function shownCommands(
  shown: (command: Json) => Json,
  isMeant: (request: RestRequest) => boolean = () => true,
): Edge {
  return replies((body, _, request) => {
    const command = dataOf(body)['command'];
    return isObject(command) && isMeant(request) ? withData(body, { command: shown(command) }) : undefined;
  });
}

function isReadingCommand({ method, target }: RestRequest): boolean {
  return method === 'GET' && target.includes('/commands/');
}

/** @param shown what a command that is read shows of each of its params. */
function withReadParams(operation: OperationName, shown: (value: unknown) => unknown): Edge {
  return shownCommands((command) => {
    if (command['operation'] !== operation) return command;
    const own = Object.entries(command['params'] as Json);
    return { ...command, params: Object.fromEntries(own.map(([name, value]) => [name, shown(value)])) };
  }, isReadingCommand);
}

/** The relays that the operation jogs. */
function joggedBy(operation: Operation): readonly number[] {
  if (operation.name !== 'device.relay.set') return [];
  return operation.params.relays.flatMap(({ index, action }) => (action === 'jog' ? [index] : []));
}

function durationOf(device: Device, relay: number): number {
  return device.config().relays.find(({ index }) => index === relay)?.jogDuration ?? 1000;
}
