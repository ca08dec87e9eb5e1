import { tellApart } from './actors.js';
import { createCollector } from './collect.js';
const NOBODY = 'nobody';
export function createTrafficReader({ day, from, instance, dropped = 0 }) {
    const collector = createCollector();
    const exits = [];
    let first;
    let last = 0;
    return {
        see: (record) => {
            first ??= record.at;
            last = Math.max(last, record.at);
            collector.see(record);
        },
        exited: (exit) => exits.push(exit),
        traffic: (to = last) => {
            const all = collector.collected();
            return [...byClient(all)].map(([client, part]) => {
                const bounds = { day, client, from: from ?? first ?? 0, to, exits, staged: all.staged };
                const known = instance !== undefined || part.exchanges.some((each) => each.instance !== undefined);
                const processes = known ? 'known' : 'guessed';
                return { ...bounds, processes, dropped: dropped + all.dropped, ...named(part, instance) };
            });
        },
    };
}
/** What carries no credentials that are known belongs to the only client, or to the one on the same socket. */
function byClient({ exchanges, connections, deliveries }) {
    const known = new Set([...exchanges, ...connections].flatMap(({ client }) => (client === undefined ? [] : [client])));
    const only = known.size === 1 ? [...known][0] : undefined;
    const bySocket = new Map();
    for (const { socket, client } of exchanges) {
        if (socket !== undefined && client !== undefined)
            bySocket.set(socket, client);
    }
    const names = known.size === 0 && exchanges.length + connections.length > 0 ? [NOBODY] : [...known];
    const ofExchange = (each) => each.client ?? bySocket.get(each.socket ?? -1) ?? only ?? NOBODY;
    const ofConnection = ({ client }) => client ?? only ?? NOBODY;
    if (known.size > 1 && [...exchanges.map(ofExchange), ...connections.map(ofConnection)].includes(NOBODY))
        names.push(NOBODY);
    const owner = new Map(connections.map((each) => [each.id, ofConnection(each)]));
    return new Map(names.map((name) => [
        name,
        {
            exchanges: exchanges.filter((each) => ofExchange(each) === name),
            connections: connections.filter((each) => ofConnection(each) === name),
            deliveries: deliveries.filter(({ connection }) => owner.get(connection) === name),
        },
    ]));
}
function named(part, instance) {
    const actors = tellApart(part);
    return {
        exchanges: part.exchanges.map(({ client: _, instance: own, ...each }) => ({
            ...each,
            actor: instance ?? actors.ofExchange({ ...each, client: _, instance: own }),
        })),
        connections: part.connections.map((each) => {
            const { client: _, instance: __, ...rest } = each;
            return { ...rest, actor: instance ?? actors.ofConnection(each) };
        }),
        deliveries: part.deliveries.map((each) => ({
            ...each,
            actor: instance ?? actors.ofConnectionId(each.connection),
        })),
    };
}
