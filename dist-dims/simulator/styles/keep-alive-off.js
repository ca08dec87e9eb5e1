export function keepAliveOff() {
    return {
        id: 'keep-alive-off',
        summary: 'Each REST connection is closed after its first response.',
        because: 'The interface promises one response to one request, and nothing of the connection after it.',
        rest: (next) => async (request) => {
            const reply = await next(request);
            return { ...reply, headers: { ...reply.headers, connection: 'close' } };
        },
    };
}
