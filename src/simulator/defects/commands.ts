// Defects of the command object and of reading it back.
import type { OperationName } from '../../contract/operations.js';
import type { Decoration } from '../decoration.js';
import { dataOf, editFrames, editReplies, type Json } from '../wire/edit-messages.js';
import type { Defect } from './defect.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';

export const COMMAND_DEFECTS: readonly Defect[] = [
  // Command: the object at data.command has the params of the request.
  {
    id: 'command-without-params',
    rule: 'commands.shape',
    summary: 'data.command of a REST reply has no params.',
    decorate: () =>
      editReplies((body) => {
        const command = dataOf(body)['command'] as Json | undefined;
        if (command === undefined) return undefined;
        const { params: _, ...rest } = command;
        return { ...body, data: { ...dataOf(body), command: rest } };
      }),
  },
  // Command: every device operation creates a command, both configuration operations too.
  {
    id: 'config-without-command',
    rule: 'commands.created-by-every-operation',
    summary: 'Over REST, setting a baud rate or a jog duration returns no command.',
    decorate: () =>
      editReplies((body, { status }, { target }) =>
        status === 200 && /\/(baud-rate|jog-config)$/.test(target) ? { ...body, data: {} } : undefined,
      ),
  },
  // REST endpoints: a command is read by its identifier.
  {
    id: 'command-not-kept',
    rule: 'commands.readable',
    summary: 'A command is unknown as soon as its reply has been sent.',
    decorate: () => withPorts(() => ({ ledger: { find: () => undefined } })),
  },
  // REST and WebSocket consistency: data.command is the same object on both channels.
  {
    id: 'command-differs-on-websocket',
    rule: 'commands.same-object-both-channels',
    summary: 'The identifier of a command on the WebSocket is not the one that REST knows it by.',
    decorate: () =>
      editFrames((frame) => {
        const command = dataOf(frame)['command'] as Json | undefined;
        if (command === undefined) return undefined;
        const renamed = Object.entries(command).map(([key, value]) =>
          typeof value === 'string' && value.startsWith('cmd-') ? [key, `ws-${value}`] : [key, value],
        );
        return { ...frame, data: { command: Object.fromEntries(renamed) as Json } };
      }),
  },
  // Command status: a final status never changes.
  {
    id: 'final-status-changes',
    rule: 'commands.terminal-stays',
    summary: 'A command that has succeeded is shown as failed when it is read later.',
    decorate: () =>
      withService((service) => ({
        readCommand: (caller, commandId) => {
          const read = service.readCommand(caller, commandId);
          return read.ok && read.value.status === 'succeeded'
            ? { ok: true, value: { ...read.value, status: 'failed' } }
            : read;
        },
      })),
  },
  // Command status: a final status never changes, whatever the device does later.
  {
    id: 'status-turns-after-next-command',
    rule: 'commands.terminal-stays',
    summary: 'A command is shown as timed out once another one has ended on its device.',
    decorate: () =>
      withPorts(({ ledger }) => {
        const latest = new Map<string, string>();
        return {
          ledger: {
            open: (request) => {
              const opened = ledger.open(request);
              latest.set(request.deviceId, opened.entry.command.commandId);
              return opened;
            },
            find: (commandId) => {
              const entry = ledger.find(commandId);
              if (!entry || entry.command.status === 'pending') return entry;
              const overwritten = latest.get(entry.command.deviceId) !== commandId;
              return overwritten ? { ...entry, command: { ...entry.command, status: 'timeout' } } : entry;
            },
          },
        };
      }),
  },
  // REST endpoints: reading a command gives back what it was made with.
  {
    id: 'read-command-without-params-of-config',
    rule: 'commands.readable',
    summary: 'A jog duration is read back as a command with other params.',
    decorate: () =>
      withReadParams('device.relay.jogConfig.set', (value) =>
        typeof value === 'number' ? value + 1 : value,
      ),
  },
  // REST endpoints: reading a command gives back what it was made with, for relays too.
  {
    id: 'relay-command-read-without-relays',
    rule: 'commands.readable',
    summary: 'A relay command is read back with the actions of its relays turned round.',
    decorate: () =>
      withReadParams('device.relay.set', (value) =>
        JSON.parse(
          JSON.stringify(value).replaceAll(/"(on|off)"/g, (_, word) => (word === 'on' ? '"off"' : '"on"')),
        ),
      ),
  },
  // REST endpoints: reading a command gives back what came of it.
  {
    id: 'result-not-stored',
    rule: 'commands.readable',
    summary: 'A command is read back without the result that its reply had.',
    decorate: () =>
      editReplies((body, _, { target, method }) => {
        const command = dataOf(body)['command'] as Json | undefined;
        if (method !== 'GET' || !target.includes('/commands/') || command?.['result'] === undefined)
          return undefined;
        const { result: _result, ...rest } = command;
        return { ...body, data: { ...dataOf(body), command: rest } };
      }),
  },
];

/** @param shown what a command that is read shows of each of its params. */
function withReadParams(operation: OperationName, shown: (value: unknown) => unknown): Decoration {
  return editReplies((body, _, { target, method }) => {
    const command = dataOf(body)['command'] as Json | undefined;
    if (method !== 'GET' || !target.includes('/commands/') || command?.['operation'] !== operation)
      return undefined;
    const own = Object.entries(command['params'] as Json);
    const params = Object.fromEntries(own.map(([name, value]) => [name, shown(value)]));
    return { ...body, data: { ...dataOf(body), command: { ...command, params } } };
  });
}
