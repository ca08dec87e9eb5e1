// Each API client lists the devices that the profile gives it, and no other device of the profile.
import { SUCCESS } from '../../../contract/error-codes.js';
import { wordsOf } from '../patiently.js';
import { ask } from './context.js';
import { dialectProblem } from './problem.js';
const MOST_PAGES = 200;
/** Ids of the devices that the client lists; undefined when there is no list to go by. */
export async function checkList(context, client) {
    const { profile, problems } = context;
    const listed = await listOf(context, client);
    if (!listed)
        return undefined;
    for (const [name, { deviceId }] of Object.entries(profile.devices)) {
        const allowed = mayAccess(profile, client, name);
        if (allowed === listed.has(deviceId))
            continue;
        problems.push(allowed
            ? {
                about: 'device',
                message: `API client ${client} does not list device ${name} (${deviceId})`,
                hint: `Check devices.${name}.deviceId, or leave ${name} out of clients.${client}.devices.`,
            }
            : {
                about: 'device',
                message: `API client ${client} lists device ${name} (${deviceId}), which the profile does not give it`,
                hint: `Add ${name} to clients.${client}.devices.`,
            });
    }
    return listed;
}
export function mayAccess({ clients }, client, device) {
    return clients[client]?.devices?.includes(device) ?? true;
}
async function listOf(context, client) {
    const ids = new Set();
    let cursor;
    for (let page = 0; page < MOST_PAGES; page++) {
        const next = cursor === undefined ? {} : { cursor };
        const tried = await ask(context, client, { name: 'listDevices', ...next });
        const { outcome } = tried;
        const reply = outcome.kind === 'reply' ? outcome.reply : undefined;
        if (reply?.dialectMismatches) {
            report(context, dialectProblem('the device list', context.target.dialect.name, reply.dialectMismatches));
            return undefined;
        }
        if (reply?.code !== SUCCESS) {
            context.problems.push({
                about: 'client',
                message: `API client ${client} cannot list its devices: ${wordsOf(tried)}`,
                hint: 'Listing devices needs device:read, which every other scope includes.',
            });
            return undefined;
        }
        const list = reply.data;
        for (const { deviceId } of list.devices)
            ids.add(deviceId);
        if (list.nextCursor === undefined || list.nextCursor === cursor)
            return ids;
        cursor = list.nextCursor;
    }
    return ids;
}
/** The same disagreement comes with every client; once is enough. */
function report({ problems }, problem) {
    if (!problems.some(({ message }) => message === problem.message))
        problems.push(problem);
}
