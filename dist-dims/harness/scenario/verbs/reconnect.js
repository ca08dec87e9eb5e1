// `reconnect: events` closes a connection, if it is open, and opens it again with a fresh ticket.
import { z } from 'zod';
import { name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
import { connectPatiently } from '../engine/connect.js';
import { defaultClient } from '../engine/route.js';
import { defineVerb } from './verb.js';
const schema = z.strictObject({ reconnect: name });
export const reconnect = defineVerb({
    name: 'reconnect',
    summary: 'Opens a connection again, under its name and for its client.',
    schema,
    capabilities: ['websocket'],
    connections: (fields) => [fields.reconnect],
    check: (fields, check) => {
        check.known(['reconnect'], 'connection', fields.reconnect, namesOf(check.names, 'connection'));
    },
    run: async ({ reconnect: connection }, context) => {
        const client = context.connections.clientOf(connection) ?? defaultClient(context);
        const before = context.connections.get(connection);
        if (before && !before.closed)
            await before.close();
        const halt = await connectPatiently(context, connection, client);
        if (halt)
            return halt;
        const view = { outcome: 'open', sentAt: context.clock.now(), answeredAt: context.clock.now() };
        context.captures.set(connection, { kind: 'connection', views: [view], many: false, exchanges: [] });
        return undefined;
    },
});
