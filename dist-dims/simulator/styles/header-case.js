export function headerCase() {
    return {
        id: 'header-case',
        summary: 'Names of response headers are written in capitals.',
        because: 'Header names of HTTP have no case, and the interface adds nothing to that.',
        rest: (next) => async (request) => {
            const reply = await next(request);
            const headers = Object.entries({ 'x-served-by': 'edge-3', ...reply.headers });
            return {
                ...reply,
                headers: Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), value])),
            };
        },
    };
}
