// What the judge of services needs of kept traffic: each reply and each frame read by the dialect, as a run reads them,
// with what does not fit, and without the secrets.
import { SCOPES } from '../../contract/scopes.js';
import { type Dialect, secretNames } from '../../dialect/dialect.js';
import { readFrame } from '../../harness/target/driver/connection-life.js';
import { callReadBy, readEnvelope, readHttpReply } from '../../harness/target/driver/read-reply.js';
import { createMisfits, stateGroupsOf } from '../../harness/target/misfit/misfits.js';
import { defined } from '../../kernel/defined.js';
import { isObject } from '../../kernel/json.js';
import type { Secrets } from '../../output/secrets.js';
import type { ReplyRecord, RequestFacts, TraceEntry } from '../../trace/record.js';

export interface KeptAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type ReadAnswer = Omit<ReplyRecord, 'kind' | 'exchange' | 'channel'>;

export type ServiceReader = ReturnType<typeof createServiceReader>;

export type WaitingRequests = Map<string, { readonly exchange: number; readonly facts: RequestFacts }>;

export function createServiceReader(dialect: Dialect, secrets: Secrets) {
  const reading = { dialect, misfits: createMisfits(false, stateGroupsOf(dialect)) };
  const unnamed = secrets.token('');
  let earlier = 0;
  const isSecret = secretNames(dialect);
  const keep = (value: unknown, name: string): void => {
    // It may have a part in common with the name of its client, which is compared.
    if (typeof value === 'string' && isSecret(name))
      secrets.keepForAWhile(value, `<${name}>`, { wholeOnly: true });
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) keep(inner, Array.isArray(value) ? name : key);
  };
  const shown = (facts: RequestFacts, answer: ReadAnswer): ReadAnswer =>
    facts.what === 'token.create' || facts.what === 'ticket.create'
      ? withoutIssued(answer, secrets)
      : secrets.redact(answer);
  return {
    /** The secrets that a request has sent are hidden wherever they turn up. */
    sent: (body: unknown): void => keep(body, ''),
    reply: (asked: RequestFacts, http: KeptAnswer): ReadAnswer => {
      const { reply, parsed } = readHttpReply(reading, callReadBy(asked), http);
      const headers =
        'set-cookie' in http.headers ? { ...http.headers, 'set-cookie': '<cookie>' } : http.headers;
      return shown(asked, { status: http.status, headers, ...told(reply), body: parsed ?? http.body });
    },
    /** A frame that came on a connection. @param waiting what was asked there and has no reply yet, by requestId. */
    frame: (text: string, connection: string, waiting: WaitingRequests): TraceEntry => {
      const frame = readFrame(reading, text, (requestId) => waiting.has(requestId));
      if (frame.kind === 'event') {
        const { mismatches, breaches, ...event } = frame;
        const odd = {
          ...(mismatches.length > 0 && { mismatches }),
          ...(breaches.length > 0 && { breaches }),
        };
        return secrets.redact({ connection, ...event, ...odd });
      }
      const asked = frame.kind === 'reply' ? waiting.get(frame.requestId ?? '') : undefined;
      if (frame.kind === 'stray' || !asked) {
        const detail = frame.kind === 'stray' ? frame.detail : 'a reply to no request';
        return secrets.redact({ kind: 'stray', connection, text: text.slice(0, LONGEST_STRAY), detail });
      }
      waiting.delete(frame.requestId ?? '');
      const reply = readEnvelope(reading, callReadBy(asked.facts), frame.body);
      const place = { kind: 'reply', exchange: asked.exchange, channel: 'ws' } as const;
      return { ...place, ...shown(asked.facts, { ...told(reply), body: frame.body }) };
    },
    /** Forms of the dialect that nothing of the service has fitted, each with the first place that did not fit. */
    misfits: (): readonly string[] =>
      reading.misfits.ofDialect().map(({ form, mismatch }) => {
        const { pointer, expected, actual, declaredAt } = mismatch;
        return `${form}: ${pointer || 'the frame'}: expected ${expected}, got ${actual} (${declaredAt})`;
      }),
    /** The header by which a request shows that it had a token. */
    bearer: (token: string | undefined): { readonly authorization?: string } => {
      if (token === undefined) return {};
      // One that was issued before: it has a name that no other has.
      if (secrets.token(token) === unnamed) secrets.keepForAWhile(token, `<earlier token ${++earlier}>`);
      return { authorization: `Bearer ${secrets.token(token)}` };
    },
  };
}

const LONGEST_STRAY = 4096;

function told({ code, data, mismatches, breaches }: ReturnType<typeof readEnvelope>): ReadAnswer {
  const odd = { ...(mismatches.length > 0 && { mismatches }), ...(breaches && { breaches }) };
  return { ...(code !== '' && { code }), ...defined({ data }), ...odd };
}

/** What is issued has names in the report; where it is not in its place, nothing of the answer is shown but its envelope. */
function withoutIssued(answer: ReadAnswer, secrets: Secrets): ReadAnswer {
  const data = isObject(answer.data) ? answer.data : {};
  const { accessToken, ticket } = data;
  const issued = [accessToken, ticket].filter((each) => typeof each === 'string' && each !== '');
  const [secret] = issued as string[];
  const alias =
    secret === undefined
      ? undefined
      : accessToken
        ? secrets.token(secret, 'a client')
        : secrets.ticket(secret);
  const whole = new Map(secret === undefined || alias === undefined ? [] : [[secret, alias]]);
  const { code, message, requestId, data: given } = isObject(answer.body) ? answer.body : {};
  const isInPlace = secret !== undefined && !answer.mismatches && !answer.breaches;
  const { body, ...rest } = answer;
  const envelope = { code, message, requestId, data: withoutUnknown(given) };
  return secrets.redact(
    {
      ...rest,
      body: isInPlace ? body : envelope,
      ...(!isInPlace && { data: withoutUnknown(answer.data) }),
    },
    whole,
  );
}

/** What a refusal says in its data is no secret; anything else may be one. */
function withoutUnknown(data: unknown): unknown {
  if (data === undefined || data === null) return data;
  if (!isObject(data)) return '<withheld>';
  const { retryAfterSeconds, requiredScope } = data;
  return {
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...((SCOPES as readonly unknown[]).includes(requiredScope) && { requiredScope }),
  };
}
