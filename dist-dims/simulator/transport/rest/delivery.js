/** In ms; what is later is recorded. */
const AT_ONCE = 1;
/** Undefined where nobody records. */
export function createDeliveries({ traffic, clock }, instance) {
    if (!traffic)
        return undefined;
    const known = new WeakMap();
    let count = 0;
    const knownSocket = (socket) => {
        const before = known.get(socket);
        if (before)
            return before;
        const own = { number: ++count, current: undefined, endedAt: undefined };
        known.set(socket, own);
        socket.once('close', () => {
            own.endedAt = clock.now();
            // Who has hung up does not wait for the reply, however long it takes.
            const origin = own.current?.origin;
            if (!origin?.row)
                return;
            own.current = undefined;
            traffic.delivered(origin, 'cut');
        });
        return own;
    };
    return {
        arrival: (socket) => {
            const own = knownSocket(socket);
            own.current = { from: clock.now(), socket: own.number, ...(instance !== undefined && { instance }) };
            return own.current;
        },
        witness: (socket, arrival) => {
            const { origin } = arrival;
            return (outcome) => {
                const own = knownSocket(socket);
                const isSettled = own.current !== arrival;
                own.current = undefined;
                if (isSettled || !origin?.row)
                    return;
                // With the answer itself it is known that it left, unless something held it up.
                if (outcome === 'handed-over' && clock.now() - origin.row.answeredAt <= AT_ONCE)
                    return;
                // The caller may have hung up long before the reply was ready.
                traffic.delivered(origin, outcome, outcome === 'cut' ? own.endedAt : undefined);
            };
        },
    };
}
