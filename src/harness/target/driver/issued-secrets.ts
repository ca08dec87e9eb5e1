// Tokens and tickets come in replies: this makes them known before anything of their reply is recorded.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isObject } from '../../../kernel/json.js';
import type { Call } from '../call.js';
import type { Driver } from './driver.js';
import type { ReadReply } from './read-reply.js';
import { issues } from './words.js';

const WITHHELD = '<withheld>';

/** What the record of the reply must not show as it is: each text, and what stands in its place. */
export function issuedSecrets(
  driver: Driver,
  call: Call,
  client: string,
  { reply, parsed }: ReadReply,
): ReadonlyMap<string, string> {
  const { secrets } = driver;
  const whole = new Map<string, string>();
  for (const cookie of cookiesIn(reply.headers)) secrets.keepForAWhile(cookie, '<cookie>');
  if (!issues(call)) return whole;
  const data = isObject(reply.data) ? reply.data : {};
  const { accessToken, ticket } = data;
  if (typeof accessToken === 'string' && accessToken !== '')
    whole.set(accessToken, secrets.token(accessToken, client));
  const isTicket = reply.code === SUCCESS && call.name === 'createTicket' && !reply.dialectMismatches;
  if (isTicket && typeof ticket === 'string') whole.set(ticket, secrets.ticket(ticket));
  const withhold = (text: string, wholeOnly: boolean): void => {
    if (whole.has(text)) return;
    whole.set(text, WITHHELD);
    secrets.keepForAWhile(text, WITHHELD, { wholeOnly });
  };
  const isInPlace = whole.size > 0;
  for (const text of alike(driver, parsed, reply.headers)) withhold(text, false);
  if (isInPlace) return whole;
  // The secret is not where it should be: then any text may be the secret, of a success even one that does not look so.
  const { message, ...rest } = isObject(parsed) ? parsed : { rest: parsed };
  for (const word of wordsIn([message, ...namesIn(rest)])) withhold(word, false);
  if ((reply.status ?? 0) >= 400) return whole;
  for (const text of textsIn({ ...rest, code: 0 })) withhold(text, !looksIssued(text));
  return whole;
}

/** A success that is not even JSON may be the secret as a whole. */
export function shownSecretBody(call: Call, body: unknown, { reply, parsed }: ReadReply): unknown {
  return issues(call) && parsed === undefined && (reply.status ?? 0) < 400 ? WITHHELD : body;
}

/** What else looks like a secret by its name or by itself, in refusals and in odd replies, too. */
function alike({ isSecretName }: Driver, body: unknown, headers: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (value !== '' && (isSecretName(name) || (!PUBLIC.has(name) && looksIssued(value))))
        found.push(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? name : key);
    }
  };
  walk(isObject(body) ? { ...body, code: 0, message: 0, requestId: 0 } : body, '');
  for (const [name, value] of Object.entries(headers)) if (isSecretName(name)) found.push(value);
  return found;
}

/** Fields of these replies that anybody may read. */
const PUBLIC: ReadonlySet<string> = new Set([
  'clientId',
  'tokenType',
  'scopes',
  'requestId',
  'requiredScope',
]);

/** Long, of the characters of a token, with digits among letters: no word and no time. */
function looksIssued(text: string): boolean {
  return (
    /^[\w.~+/=-]{16,}$/.test(text) &&
    /\d/.test(text) &&
    /[A-Za-z]/.test(text) &&
    !/^\d{4}-\d\d-\d\dT/.test(text)
  );
}

function cookiesIn(headers: Readonly<Record<string, string>>): string[] {
  const { 'set-cookie': cookies = '' } = headers;
  return [...cookies.matchAll(/=([^;,\s]+)/g)].map(([, value = '']) => value).filter(looksIssued);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Words within sentences that look like a secret. */
function wordsIn(texts: readonly unknown[]): string[] {
  return texts
    .flatMap((text) => (typeof text === 'string' ? (text.match(/[\w.~+/=-]+/g) ?? []) : []))
    .filter(looksIssued);
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}
