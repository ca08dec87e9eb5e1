export function prettyJson() {
    return {
        id: 'pretty-json',
        summary: 'JSON is indented, and the fields of each object come in the reverse order.',
        because: 'Bodies and frames are JSON, in which neither white space nor the order of fields means anything.',
        ...respelled,
    };
}
const respelled = {
    rest: (next) => async (request) => {
        const reply = await next(request);
        return { ...reply, body: respell(reply.body) };
    },
    session: (next) => (caller, socket) => next(caller, { ...socket, send: (text, onSent) => socket.send(respell(text), onSent) }),
};
function respell(text) {
    return `${JSON.stringify(reversed(JSON.parse(text)), null, 2)}\n`;
}
function reversed(value) {
    if (Array.isArray(value))
        return value.map(reversed);
    if (typeof value !== 'object' || value === null)
        return value;
    const fields = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
    return Object.fromEntries(fields.toReversed());
}
