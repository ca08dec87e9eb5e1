// An exchange as it was on the wire, without secrets, for the page.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { secretNames } from '../../../dialect/secret-names.js';
import { jsonIn } from '../../../kernel/json.js';
import { redactNames, redactQuery } from '../../../output/secret-names.js';
import { bounded, unreadableWords, wireOf } from '../journal/wire-words.js';
import type { ExchangeOnWire } from '../replies.js';
import type { Tapped } from './wire-tap.js';

/** Characters of JSON of one body. */
const LARGEST_SHOWN = 20_000;

export function onWire(exchange: number, tapped: Tapped, dialect: Dialect): ExchangeOnWire {
  return tapped.channel === 'rest' ? overRest(exchange, tapped, dialect) : overWs(exchange, tapped, dialect);
}

function overRest(
  exchange: number,
  { request, reply }: Extract<Tapped, { channel: 'rest' }>,
  dialect: Dialect,
): ExchangeOnWire {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret), LARGEST_SHOWN);
  const wire = wireOf(request);
  const { method, target, body } = request;
  return {
    exchange,
    channel: 'rest',
    method,
    path: redactQuery(target, isSecret),
    headers: headersOf(request.headers, isSecret),
    ...(body !== '' && { sent: wire === undefined ? unreadableWords(request) : shown(wire) }),
    status: reply.status,
    replyHeaders: headersOf(reply.headers, isSecret),
    returned: shown(jsonIn(String(reply.body)) ?? '<no JSON>'),
  };
}

function overWs(
  exchange: number,
  { request, requestId, wire, outcome }: Extract<Tapped, { channel: 'ws' }>,
  dialect: Dialect,
): ExchangeOnWire {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret), LARGEST_SHOWN);
  const reply = outcome.ok
    ? { code: SUCCESS, data: jsonIn(outcome.value) }
    : { code: dialect.error(outcome.refusal.code).code, message: outcome.refusal.message };
  return {
    exchange,
    channel: 'ws',
    sent: shown(request ?? wire),
    returned: shown({ type: 'reply', requestId, ...reply }),
  };
}

function headersOf(
  headers: Readonly<Record<string, string | undefined>>,
  isSecret: (name: string) => boolean,
): Record<string, string> {
  const all = Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? '<redacted>' : value]);
  return Object.fromEntries(all) as Record<string, string>;
}
