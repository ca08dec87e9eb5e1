import { checkClients } from './check-clients.js';
import { checkDevices } from './check-devices.js';
import { checkList } from './check-lists.js';
import { unreachable } from './reach.js';
import { createSignsOfLife } from './signs-of-life.js';
const LONGEST_CHECK = 60_000;
export async function checkTarget(target, profile, { signal, atMost = LONGEST_CHECK } = {}) {
    const problems = [];
    const { clock } = target;
    const life = createSignsOfLife(clock, profile.patience, signal);
    const context = { target, profile, problems, until: clock.now() + atMost, life };
    const clients = await checkClients(context);
    if ('kind' in clients)
        return clients;
    const lists = new Map();
    for (const client of clients)
        lists.set(client, await checkList(context, client));
    const states = await checkDevices(context, lists);
    const [first] = clients;
    if (first !== undefined)
        await checkWebSocket(context, first);
    const silent = life.silent && unreachable(life.silent, profile.baseUrl);
    if (silent)
        return silent;
    const found = { states, listed: new Set([...lists.values()].flatMap((listed) => [...(listed ?? [])])) };
    return problems.length === 0 ? { kind: 'fits', ...found } : { kind: 'differs', problems, ...found };
}
/** Only whether a connection can be made; how tickets and upgrades are answered is for the checks of the run. */
async function checkWebSocket({ target, profile, problems, life }, client) {
    const { signal } = life;
    const connected = await target.connect(client, { name: 'check', signal });
    if (connected.kind === 'open')
        return connected.connection.close();
    if (connected.context === 'ticket' || connected.status !== undefined)
        return;
    problems.push({
        about: 'websocket',
        message: `no WebSocket connection to ${profile.websocketUrl}: ${connected.detail}`,
        hint: 'Check websocketUrl, and whether a proxy in between lets upgrades through.',
    });
}
