// What was wrong with a request that was refused: what came, where it did not fit, and what went back. It is noted for
// refusals only, and from what the transport has at hand, so that a request that is carried out costs nothing.
import { type Dialect, secretNames } from '../../../dialect/dialect.js';
import { detached } from '../../../kernel/detached.js';
import { isObject, jsonIn } from '../../../kernel/json.js';
import { redactNames, redactQuery } from '../../../output/secret-names.js';
import type { RefusalRecord, RefusedPart } from '../../../trace/record.js';
import { JSON_LIMITS, MEMORY_LIMITS } from '../../limits/limits.js';
import type { ExchangeRow, Origin, WebSocketOrigin } from '../../service/origin.js';
import type { Refusal } from '../../service/outcome.js';
import type { ArrivedRequest, RestReply } from '../../transport/rest/message.js';
import type { Journal } from './journal.js';
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { readJson } from '../../../kernel/json-limits.js';

export function createRefusalNotes(journal: Journal, dialect: Dialect, now: () => number) {
  const isSecret = secretNames(dialect);
  const shown = (value: unknown): unknown => bounded(redactNames(value, isSecret));
  const note = (row: ExchangeRow, origin: Origin, rest: RefusedWith): void => {
    const { deviceId, what } = row.request;
    journal.note({
      kind: 'refusal',
      exchange: row.exchange,
      channel: row.channel,
      what,
      ...(row.client !== undefined && { client: row.client }),
      ...(deviceId !== undefined && { deviceId }),
      took: now() - origin.at,
      ...rest,
    });
  };
  const partsOf = (refusal: Refusal | undefined, wire: unknown): Pick<RefusalRecord, 'problems'> => {
    const parts = refusal?.problems?.map(({ pointer, expected }): RefusedPart => {
      const came = at(redactNames(wire, isSecret), pointer);
      return { pointer, expected, ...(came !== undefined && { came: bounded(came) }) };
    });
    return parts && parts.length > 0 ? { problems: parts } : {};
  };
  return {
    overRest: (request: ArrivedRequest, reply: RestReply): void => {
      const { method, target, body, origin } = request;
      if (!origin.row) return;
      const wire = wireOf(request);
      const returned = jsonIn(String(reply.body));
      const fields = isObject(returned) ? returned : {};
      const path = detached(redactQuery(target, isSecret), MEMORY_LIMITS.maxJournalPath);
      note(origin.row, origin, {
        method,
        path,
        status: reply.status,
        code: origin.row.code ?? 'NONE',
        reason: reasonOf(reply.refusal, fields),
        ...partsOf(reply.refusal, wire),
        ...(body !== '' && { sent: wire === undefined ? unreadableWords(request) : shown(wire) }),
        returned: shown(returned),
      });
    },
    /** @param sent the request, or the JSON of a frame that is none. */
    overWebSocket: (origin: WebSocketOrigin, sent: unknown, refusal: Refusal): void => {
      if (!origin.row) return;
      const { code, message } = refusal;
      const wireCode = dialect.error(code).code;
      note(origin.row, origin, {
        code,
        reason: message,
        ...partsOf(refusal, sent),
        ...(sent !== undefined && { sent: shown(sent) }),
        returned: { code: wireCode, message },
      });
    },
  };
}

type RefusedWith = Pick<
  RefusalRecord,
  'method' | 'path' | 'status' | 'code' | 'reason' | 'problems' | 'sent' | 'returned'
>;

function reasonOf(refusal: Refusal | undefined, fields: Readonly<Record<string, unknown>>): string {
  if (refusal) return refusal.message;
  const { message } = fields;
  return typeof message === 'string' ? message : 'the reply does not say why';
}

/** What a JSON Pointer leads to. */
function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

// What came and went as bytes, as a record or a page shows it: JSON where it is some, and never more than is read.

/** The body as JSON; undefined when it is none, or more than is looked at. */
export function wireOf({ body }: ArrivedRequest): unknown {
  if (body === '' || body.length > LARGEST_READ) return undefined;
  const read = readJson(body, JSON_LIMITS);
  return read.ok ? read.value : undefined;
}

/** Bodies with more characters are told by their length. */
const LARGEST_READ = 65_536;
/** Characters of JSON that a record keeps of one body. */
const LARGEST_KEPT = 2000;
/** Characters of a body that is no JSON. */
const EXCERPT = 200;

/** What is no JSON has no names by which a secret in it could be told: it is shown where none belongs. */
export function unreadableWords({ body, routed }: ArrivedRequest): string {
  const size = `${body.length} characters`;
  if (body.length > LARGEST_READ) return `<${size}>`;
  const access = 'refusal' in routed ? 'none' : ENDPOINTS[routed.endpoint].access;
  const mayHoldSecrets = access === 'none' || access === 'ticket' || access === 'device:manage';
  return mayHoldSecrets ? `<${size} that are no JSON>` : detached(body, EXCERPT);
}

/** @param most characters of JSON. */
export function bounded(value: unknown, most = LARGEST_KEPT): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length <= most ? value : `<JSON of ${text.length} characters>`;
}
