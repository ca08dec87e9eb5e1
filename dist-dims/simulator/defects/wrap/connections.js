/** The connection that a request came by; undefined for one over REST. */
export function connectionOf(origin) {
    return origin?.channel === 'ws' ? origin.connection : undefined;
}
export function withConnections({ begun, ended }) {
    return {
        session: (next) => (caller, socket) => {
            const { connection } = caller.origin;
            begun?.(connection);
            const session = next(caller, socket);
            return {
                ...session,
                end: () => {
                    session.end();
                    ended?.(connection);
                },
            };
        },
    };
}
