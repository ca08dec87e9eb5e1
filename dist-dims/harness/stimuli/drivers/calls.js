// The way to what acts by HTTP, made when the first of it is called: most targets in this process never do.
import { Agent } from 'undici';
import { tlsOptions } from '../../target/network/settings.js';
export function createCalls({ tls }) {
    let agent;
    return {
        // Each call on a connection of its own: a bench controller may be switched off in between.
        dispatcher: () => (agent ??= new Agent({ pipelining: 0, connect: tlsOptions(tls) })),
        close: async () => agent?.close(),
    };
}
