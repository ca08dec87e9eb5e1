// `disconnect: events` closes a connection; `abruptly: true` leaves the closing handshake out.
import { z } from 'zod';
import { list, name } from '../language/modifiers.js';
import { namesOf } from '../language/names.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({
  disconnect: z.union([name, z.array(name).min(1)]),
  abruptly: z.literal(true).optional().describe('without the closing handshake of WebSocket'),
});

export const disconnect = defineVerb<z.output<typeof schema>>({
  name: 'disconnect',
  summary: 'Closes connections.',
  schema,
  capabilities: ['websocket'],
  connections: (fields) => list(fields.disconnect),
  check: (fields, check) => {
    for (const connection of list(fields.disconnect))
      check.known(['disconnect'], 'connection', connection, ['ws', ...namesOf(check.names, 'connection')]);
  },
  run: async (fields, context) => {
    const open = list(fields.disconnect)
      .map((connection) => context.connections.get(connection))
      .filter((connection) => connection !== undefined)
      .filter(({ closed }) => !closed);
    if (fields.abruptly) for (const connection of open) connection.cut();
    else await Promise.all(open.map(async (connection) => connection.close()));
    return undefined;
  },
});
