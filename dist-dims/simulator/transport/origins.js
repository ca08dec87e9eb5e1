const UNOBSERVED = { seen: undefined, headers: undefined, client: undefined };
export function createOrigins(clock) {
    let arrived = 0;
    let opened = 0;
    const onWebSocket = (connection, topic, requestId) => ({
        channel: 'ws',
        ordinal: ++arrived,
        at: clock.now(),
        row: undefined,
        connection,
        topic,
        requestId,
    });
    return {
        request: (method, path, endpoint, { seen, headers, client } = UNOBSERVED) => ({
            channel: 'rest',
            ordinal: ++arrived,
            at: clock.now(),
            row: undefined,
            method,
            path,
            endpoint,
            seen,
            headers,
            client,
        }),
        opening: (clientId) => onWebSocket({ id: `ws-${++opened}`, clientId, openedAt: clock.now(), ended: false }, undefined, undefined),
        message: onWebSocket,
    };
}
