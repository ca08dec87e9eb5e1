// Routes about the commands that the service knows.
import { z } from 'zod';
import { json, page, refused, route } from '../route.js';
export const commandRoutes = [
    route({
        method: 'GET',
        path: '/commands',
        summary: 'The ledger, newest first, a page at a time: commands with their client and idempotency key',
        query: z.strictObject({
            ...page,
            device: z.string().optional(),
            client: z.string().optional(),
            key: z.string().optional(),
        }),
        handle: ({ query }, { installation }) => {
            const { limit, cursor, device, client, key } = query;
            const found = [...installation.simulator.ports.ledger.list()]
                .toReversed()
                .filter(({ command, clientId, idempotencyKey }) => (device === undefined || command.deviceId === device) &&
                (client === undefined || clientId === client) &&
                (key === undefined || idempotencyKey === key))
                .map(({ command, clientId, idempotencyKey }) => ({ ...command, clientId, idempotencyKey }));
            const from = cursor === undefined ? 0 : found.findIndex(({ commandId }) => commandId === cursor) + 1;
            if (cursor !== undefined && from === 0)
                return refused(400, 'The cursor is unknown; start again without one.', { pointer: '?cursor' });
            const commands = found.slice(from, from + limit);
            const last = from + limit < found.length ? commands.at(-1) : undefined;
            return json({ count: found.length, commands, ...(last && { nextCursor: last.commandId }) });
        },
    }),
];
