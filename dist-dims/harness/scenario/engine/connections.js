/** @param profileName the profile's name of a client of the scenario. */
export function createConnections(target, liveness, profileName) {
    const entries = new Map();
    const open = async (name, client, signal, proof) => {
        const sentAt = target.clock.now();
        const { ticket, bearer } = proof ?? {};
        const options = {
            name,
            signal,
            ...(ticket === undefined ? {} : { ticket }),
            ...(bearer === undefined ? {} : { bearer }),
        };
        const connected = await target.connect(profileName(client), options);
        liveness.connected(connected);
        const usable = ticket === undefined ? connected : await proven(connected, signal);
        entries.set(name, {
            client,
            connection: usable.kind === 'open' ? usable.connection : undefined,
        });
        const answeredAt = target.clock.now();
        return { ...viewOf(usable), sentAt, answeredAt, took: answeredAt - sentAt };
    };
    return {
        open,
        get: (name) => entries.get(name)?.connection,
        clientOf: (name) => entries.get(name)?.client,
        forget: (name) => {
            const entry = entries.get(name);
            if (entry)
                entries.set(name, { client: entry.client, connection: undefined });
        },
        closeAll: async () => {
            const open_ = [...entries.values()].flatMap(({ connection }) => connection ?? []);
            entries.clear();
            await Promise.all(open_.filter(({ closed }) => !closed).map(async (connection) => connection.close()));
        },
    };
}
/**
 * Some servers accept the upgrade first and close the connection at once: with a ticket of the scenario's
 * own, a connection counts as open when it answers.
 */
async function proven(connected, signal) {
    if (connected.kind === 'refused')
        return connected;
    const { outcome } = await connected.connection.request({ name: 'ping' }, { signal });
    if (outcome.kind === 'reply')
        return connected;
    const { closed } = connected.connection;
    if (closed && closed.code !== ABNORMAL_CLOSURE)
        return { kind: 'refused', status: 401, detail: `opened, and closed at once with code ${closed.code}` };
    // Without a word nothing is proven in either direction: no status, so it counts as a disturbance.
    return { kind: 'refused', detail: `opened, but ping got no reply: ${outcome.detail}` };
}
/** What the close code is when the connection just breaks. */
const ABNORMAL_CLOSURE = 1006;
function viewOf(connected) {
    if (connected.kind === 'open')
        return { outcome: 'open' };
    const { status, detail } = connected;
    return { outcome: 'refused', detail, ...(status === undefined ? {} : { status }) };
}
