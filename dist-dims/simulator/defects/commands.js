// Defects of the command object and of reading it back.
import { dataOf, editFrames, editReplies } from '../wire/edit-messages.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';
export const COMMAND_DEFECTS = [
    // Command: the object at data.command has the params of the request.
    {
        id: 'command-without-params',
        rule: 'commands.shape',
        summary: 'data.command of a REST reply has no params.',
        decorate: () => editReplies((body) => {
            const command = dataOf(body)['command'];
            if (command === undefined)
                return undefined;
            const { params: _, ...rest } = command;
            return { ...body, data: { ...dataOf(body), command: rest } };
        }),
    },
    // Command: every device operation creates a command, both configuration operations too.
    {
        id: 'config-without-command',
        rule: 'commands.created-by-every-operation',
        summary: 'Over REST, setting a baud rate or a jog duration returns no command.',
        decorate: () => editReplies((body, { status }, { target }) => status === 200 && /\/(baud-rate|jog-config)$/.test(target) ? { ...body, data: {} } : undefined),
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
        decorate: () => editFrames((frame) => {
            const command = dataOf(frame)['command'];
            if (command === undefined)
                return undefined;
            const renamed = Object.entries(command).map(([key, value]) => typeof value === 'string' && value.startsWith('cmd-') ? [key, `ws-${value}`] : [key, value]);
            return { ...frame, data: { command: Object.fromEntries(renamed) } };
        }),
    },
    // Command status: a final status never changes.
    {
        id: 'final-status-changes',
        rule: 'commands.terminal-stays',
        summary: 'A command that has succeeded is shown as failed when it is read later.',
        decorate: () => withService((service) => ({
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
        decorate: () => withPorts(({ ledger }) => {
            const latest = new Map();
            return {
                ledger: {
                    open: (request) => {
                        const opened = ledger.open(request);
                        latest.set(request.deviceId, opened.entry.command.commandId);
                        return opened;
                    },
                    find: (commandId) => {
                        const entry = ledger.find(commandId);
                        if (!entry || entry.command.status === 'pending')
                            return entry;
                        const overwritten = latest.get(entry.command.deviceId) !== commandId;
                        return overwritten ? { ...entry, command: { ...entry.command, status: 'timeout' } } : entry;
                    },
                },
            };
        }),
    },
];
