// What `conform fault` does: orders faults in a running simulator, lists them and clears them.
import { resolve } from 'node:path';
import { formatDuration } from '../../kernel/duration.js';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { readText } from '../files.js';
import { table } from '../../report/columns.js';
import { ask } from '../control/ask.js';
import { faultOrder, orderTerm } from './fault-order.js';
export function listFaults(options, io) {
    return ask(io, options, {
        ask: (client) => client.call('GET', '/faults'),
        show: ({ faults }) => faultsText(faults),
    });
}
export async function orderFault(type, options, io) {
    const order = faultOrder(type, options);
    if (!order.ok) {
        complain(io, order.complaints);
        return EXIT.usage;
    }
    return ask(io, options, {
        ask: (client) => client.call('POST', '/faults', order.value),
        show: ({ id, state }) => `${id} is ${state}\n`,
        terms: orderTerm,
    });
}
export async function applyPlan(file, options, io) {
    const text = readText(resolve(io.cwd, file));
    if (!text.ok) {
        complain(io, [{ kind: 'words', message: text.message }]);
        return EXIT.usage;
    }
    return ask(io, options, {
        ask: (client) => client.call('POST', '/faults/plan', text.value),
        show: ({ ids }) => `ordered ${ids.join(', ')}\n`,
        terms: (pointer) => `${file}, at ${pointer}`,
    });
}
/** @param id all faults when undefined. */
export function clearFaults(id, options, io) {
    const path = id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`;
    return ask(io, options, {
        ask: (client) => client.call('DELETE', path),
        show: ({ cleared }) => cleared.length === 0 ? 'there were no faults\n' : `cleared ${cleared.join(', ')}\n`,
    });
}
function faultsText(faults) {
    if (faults.length === 0)
        return 'no faults\n';
    const rows = faults.map(({ id, type, state, startsIn, endsIn, firings, occasions }) => [
        id,
        type,
        state,
        startsIn === undefined ? '' : `begins in ${formatDuration(startsIn)}`,
        endsIn === undefined ? '' : `ends in ${formatDuration(endsIn)}`,
        `fired ${firings} of ${occasions}`,
    ]);
    return table([['FAULT', 'TYPE', 'STATE', '', '', ''], ...rows]);
}
