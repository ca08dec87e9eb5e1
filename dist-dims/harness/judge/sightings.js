// What replies say about commands: each reply that shows a command is one sighting of it.
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { commandStatus, isFinal } from '../../contract/schemas/scalars.js';
import { isObject } from '../../kernel/json.js';
import { isRaw } from './trace-view.js';
/** Requests whose success shows a command. */
const WITH_COMMAND = new Set([
    ...OPERATING_ENDPOINTS,
    'commands.read',
    'device.operation.execute',
]);
export function successesWithCommand(answered) {
    return answered.filter((each) => !isRaw(each) && WITH_COMMAND.has(each.request.what) && each.reply.code === SUCCESS);
}
/** None where the reply shows no command that could be recognised again. */
export function sightingOf(exchange) {
    const command = commandIn(exchange.reply.data);
    const { commandId, status } = command ?? {};
    if (!command || typeof commandId !== 'string' || typeof status !== 'string')
        return [];
    return [{ exchange, commandId, status, isFinal: isFinalWord(status), command }];
}
export function commandIn(data) {
    const command = isObject(data) ? data['command'] : undefined;
    return isObject(command) ? command : undefined;
}
function isFinalWord(status) {
    const known = commandStatus.safeParse(status);
    return known.success && isFinal(known.data);
}
