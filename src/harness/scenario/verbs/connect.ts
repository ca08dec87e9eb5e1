// The verbs of connections: `connect`, `disconnect` and `reconnect`.
import * as z from 'zod';
import { checking, expectation, expectedFields, list, name } from '../language/modifiers.js';
import { evaluateExpectation, observe } from '../engine/checkpoint.js';
import { connectPatiently } from '../engine/connect.js';
import { resolveText } from '../engine/lookup.js';
import { defaultClient } from '../engine/route.js';
import { blocked, type ExecutionContext } from '../engine/execution-context.js';
import type { ReplyView } from '../view/views.js';
import { checkChecking, checkClient, checkExpectation } from './request-verb.js';
import { defineVerb } from './verb.js';
import { namesOf } from '../language/names.js';

// `connect: events` opens a WebSocket connection and gives it a name.

const connectSchema = z.strictObject({
  connect: name.describe('a name for the connection'),
  client: z.string().optional().describe('who connects; by default the first client of the scenario'),
  ticket: z
    .string()
    .optional()
    .describe('a ticket to use, mostly as $name.ticket; `none` sends none; by default a fresh one'),
  bearer: z
    .string()
    .optional()
    .describe('an access token in the header of the upgrade, mostly as $name.data.accessToken'),
  patient: z
    .boolean()
    .optional()
    .describe('try again when it is refused; by default without ticket and expect'),
  expect: expectation.optional(),
  ...checking,
});

export const connect = defineVerb<z.output<typeof connectSchema>>({
  name: 'connect',
  summary: 'Opens a WebSocket connection; with a ticket of its own it is open once it answers a ping.',
  schema: connectSchema,
  capabilities: ['websocket'],
  captures: (fields) => ({ field: 'connect', name: fields.connect, kind: 'connection' }),
  opens: (fields) => fields.connect,
  connections: (fields) => [fields.connect],
  check: (fields, check) => {
    checkClient(check, ['client'], fields.client);
    if (fields.expect !== undefined)
      checkExpectation(check, ['expect'], outcomeOf(fields.expect), 'connection');
    checkChecking(fields, check, fields.expect !== undefined);
  },
  run: async (fields, context, step) => {
    const client = fields.client ?? defaultClient(context);
    const alone = fields.ticket === undefined && fields.expect === undefined;
    if (fields.patient ?? alone) {
      const halt = await connectPatiently(context, fields.connect, client);
      if (!halt) keep(context, fields.connect, { outcome: 'open' });
      return halt;
    }
    const ticket = fields.ticket === undefined ? undefined : ticketOf(context, fields.ticket);
    if (ticket === MISSING) return blocked(`${fields.ticket} stands for no ticket`);
    const bearer = fields.bearer === undefined ? undefined : resolveText(context, fields.bearer);
    const proof = ticket === undefined ? undefined : { ticket, bearer };
    const view = await context.connections.open(fields.connect, client, context.signal, proof);
    if (context.signal.aborted) return { kind: 'interrupted' };
    keep(context, fields.connect, view);
    if (fields.expect === undefined) return undefined;
    const evaluation = evaluateExpectation(context, outcomeOf(fields.expect), view);
    if (evaluation.by) context.notes.disturbed(evaluation.by, evaluation.actual);
    return observe(context, step, fields, evaluation, { exchanges: [] });
  },
});

const MISSING = Symbol('missing');

/** `null`: leave the parameter out. */
function ticketOf(context: ExecutionContext, written: string): string | null | typeof MISSING {
  return written === 'none' ? null : (resolveText(context, written) ?? MISSING);
}

/** A text alone is the expected outcome: `open` or `refused`. */
function outcomeOf(expected: z.output<typeof expectation>): Record<string, unknown> {
  return typeof expected === 'string' ? { outcome: expected } : expectedFields(expected);
}

function keep(context: ExecutionContext, connection: string, view: ReplyView): void {
  context.captures.set(connection, { kind: 'connection', views: [view], many: false, exchanges: [] });
}

// `disconnect: events` closes a connection; `abruptly: true` leaves the closing handshake out.

const disconnectSchema = z.strictObject({
  disconnect: z.union([name, z.array(name).min(1)]),
  abruptly: z.literal(true).optional().describe('without the closing handshake of WebSocket'),
});

export const disconnect = defineVerb<z.output<typeof disconnectSchema>>({
  name: 'disconnect',
  summary: 'Closes connections.',
  schema: disconnectSchema,
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

// `reconnect: events` closes a connection, if it is open, and opens it again with a fresh ticket.

const reconnectSchema = z.strictObject({ reconnect: name });

export const reconnect = defineVerb<z.output<typeof reconnectSchema>>({
  name: 'reconnect',
  summary: 'Opens a connection again, under its name and for its client.',
  schema: reconnectSchema,
  capabilities: ['websocket'],
  connections: (fields) => [fields.reconnect],
  check: (fields, check) => {
    check.known(['reconnect'], 'connection', fields.reconnect, namesOf(check.names, 'connection'));
  },
  run: async ({ reconnect: connection }, context) => {
    const client = context.connections.clientOf(connection) ?? defaultClient(context);
    const before = context.connections.get(connection);
    if (before && !before.closed) await before.close();
    const halt = await connectPatiently(context, connection, client);
    if (halt) return halt;
    const view = { outcome: 'open', sentAt: context.clock.now(), answeredAt: context.clock.now() };
    context.captures.set(connection, { kind: 'connection', views: [view], many: false, exchanges: [] });
    return undefined;
  },
});
