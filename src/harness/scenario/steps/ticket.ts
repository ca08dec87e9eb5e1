// `ticket: operator` creates a ticket for one WebSocket connection, without using it.
import { z } from 'zod';
import { name, requesting } from '../language/modifiers.js';
import { checkClient, defineRequest } from './request-verb.js';

const { client: _, ...modifiers } = requesting;

export const ticket = defineRequest({
  name: 'ticket',
  summary: 'Creates a one-time ticket; `$name.ticket` is what `connect` takes.',
  schema: z.strictObject({ ticket: name.describe('a client of the scenario'), ...modifiers }),
  channels: ['rest'],
  capabilities: ['websocket'],
  check: (fields, check) => checkClient(check, ['ticket'], fields.ticket),
  request: (fields) => ({ client: fields.ticket, call: { name: 'createTicket' } }),
});
