// `createTicket: operator` creates a ticket for one WebSocket connection, without using it.
import { z } from 'zod';
import { name, requesting } from '../language/modifiers.js';
import { checkClient, defineRequest } from './request-verb.js';
const { client: _, ...modifiers } = requesting;
export const createTicket = defineRequest({
    name: 'createTicket',
    summary: 'Creates a one-time ticket; `$name.ticket` is what `connect` takes.',
    schema: z.strictObject({ createTicket: name.describe('a client of the scenario'), ...modifiers }),
    channels: ['rest'],
    capabilities: ['websocket'],
    check: (fields, check) => checkClient(check, ['createTicket'], fields.createTicket),
    request: (fields) => ({ client: fields.createTicket, call: { name: 'createTicket' } }),
});
