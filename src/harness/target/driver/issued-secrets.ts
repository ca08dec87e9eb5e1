// Tokens and tickets come in replies: this makes them known before anything of their reply is recorded.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isObject } from '../../../kernel/json.js';
import type { Call } from '../call.js';
import type { Driver } from './driver.js';
import type { ReadReply } from './read-reply.js';

const WITHHELD = '<withheld>';

/** What the record of the reply must not show as it is: each text, and what stands in its place. */
export function issuedSecrets(
  { secrets }: Driver,
  call: Call,
  client: string,
  { reply, parsed }: ReadReply,
): ReadonlyMap<string, string> {
  const whole = new Map<string, string>();
  if (call.name !== 'createToken' && call.name !== 'createTicket') return whole;
  const data = isObject(reply.data) ? reply.data : {};
  const { accessToken, ticket } = data;
  if (typeof accessToken === 'string') whole.set(accessToken, secrets.token(accessToken, client));
  const isTicket = reply.code === SUCCESS && call.name === 'createTicket' && !reply.dialectMismatches;
  if (isTicket && typeof ticket === 'string') whole.set(ticket, secrets.ticket(ticket));
  if (whole.size > 0 || (reply.status ?? 0) >= 400) return whole;
  // A success in which the secret is not where it should be: then any text in it may be the secret.
  for (const text of textsIn(isObject(parsed) ? { ...parsed, code: 0, message: 0, requestId: 0 } : parsed)) {
    whole.set(text, WITHHELD);
    secrets.keepForAWhile(text, WITHHELD);
  }
  return whole;
}

/** A success that is not even JSON may be the secret as a whole. */
export function shownSecretBody(call: Call, body: unknown, { reply, parsed }: ReadReply): unknown {
  const secretCall = call.name === 'createToken' || call.name === 'createTicket';
  return secretCall && parsed === undefined && (reply.status ?? 0) < 400 ? WITHHELD : body;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
