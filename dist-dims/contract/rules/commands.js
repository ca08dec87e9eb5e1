// The command that every operation creates, and how it is read back.
import { service } from './define.js';
const COMMAND = 'Command';
export const COMMAND_RULES = [
    service.stated('commands.shape', COMMAND, 'The object at data.command has operation, params and status, and a result if the operation produced one.'),
    service.stated('commands.created-by-every-operation', COMMAND, 'Relay, RS485 transceive, baud rate and jog operations all create a command, on REST as on WebSocket.'),
    service.stated('commands.readable', 'REST endpoints', 'Reading a command by its identifier shows the operation, params and outcome of the request that created it.'),
    service.stated('commands.same-object-both-channels', 'REST and WebSocket consistency', 'A command looks the same at data.command of a REST response and of a WebSocket reply.'),
    service.stated('commands.terminal-stays', 'Command status', 'A command that has once reached a final status, such as TIMEOUT, keeps it for good.'),
];
