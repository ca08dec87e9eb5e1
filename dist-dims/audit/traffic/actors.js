/** A request that was under way when its successor's token was asked for, in ms. */
const OVERLAP = 100;
/** @param collected what was seen of one API client. */
export function tellApart({ exchanges, connections }) {
    const uses = usesOf(exchanges);
    const byToken = new Map();
    const lines = [];
    for (const { reply, cameAt, instance } of exchanges) {
        if (reply?.token === undefined || instance !== undefined)
            continue;
        const firstUse = Math.min(uses.get(reply.token)?.first ?? Number.POSITIVE_INFINITY, cameAt + OVERLAP);
        const free = lines.filter(({ token }) => (uses.get(token)?.last ?? 0) <= firstUse + OVERLAP);
        const heir = free.toSorted((a, b) => (uses.get(b.token)?.last ?? 0) - (uses.get(a.token)?.last ?? 0))[0];
        const line = heir ?? { name: `instance ${lines.length + 1}`, token: 0 };
        if (!heir)
            lines.push(line);
        line.token = reply.token;
        byToken.set(reply.token, line.name);
    }
    const only = lines[0]?.name ?? 'instance 1';
    const bySocket = new Map();
    for (const { socket, token } of exchanges) {
        const name = byToken.get(token ?? 0);
        if (socket !== undefined && name !== undefined)
            bySocket.set(socket, name);
    }
    const ofRest = ({ instance, token, socket, reply }) => instance ?? byToken.get(reply?.token ?? token ?? 0) ?? bySocket.get(socket ?? 0) ?? only;
    const byTicket = new Map(exchanges.flatMap((each) => each.reply?.ticket === undefined ? [] : [[each.reply.ticket, ofRest(each)]]));
    const ofConnection = ({ instance, ticket }) => instance ?? byTicket.get(ticket ?? '') ?? only;
    const byId = new Map(connections.map((each) => [each.id, ofConnection(each)]));
    const ofConnectionId = (id) => byId.get(id) ?? only;
    return {
        ofExchange: (each) => (each.connection === undefined ? ofRest(each) : ofConnectionId(each.connection)),
        ofConnection,
        ofConnectionId,
    };
}
function usesOf(exchanges) {
    const uses = new Map();
    for (const { token, cameAt } of exchanges) {
        if (token === undefined || token === 0)
            continue;
        const known = uses.get(token);
        if (known)
            known.last = Math.max(known.last, cameAt);
        else
            uses.set(token, { first: cameAt, last: cameAt });
    }
    return uses;
}
