// A heartbeat: cheap traffic on a connection, and a neighbour for replies that could be mixed up.
import fc from 'fast-check';
export function ping({ connections }) {
    return connections.map((via) => fc.constant({ step: { ping: null, via }, creates: false }));
}
