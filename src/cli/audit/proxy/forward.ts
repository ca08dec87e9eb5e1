// Passes one request on to the service behind the proxy, and brings its reply whole.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Pool } from 'undici';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Random } from '../../../kernel/random.js';
import type { Fate } from '../../../lab/audit/proxy-faults.js';
import type { Refusal } from '../../../simulator/service/outcome.js';
import { refusalReply } from '../../../simulator/transport/rest/handle.js';

export interface Arrived {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Returned {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const LARGEST_BODY = 1024 * 1024;
const LARGEST_REPLY = 4 * 1024 * 1024;

/** What belongs to one network connection, and what is made anew on the next one. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'host',
  'expect',
  'te',
  'trailer',
  'content-encoding',
  'accept-encoding',
]);

export async function arrivedRequest(request: IncomingMessage): Promise<Arrived | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LARGEST_BODY) return undefined;
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString('utf8');
  return { method: request.method ?? 'GET', target: request.url ?? '/', headers: request.headers, body };
}

/** Rejects when no reply comes. */
export async function forward(pool: Pool, prefix: string, arrived: Arrived): Promise<Returned> {
  const { method, target, headers, body } = arrived;
  const reply = await pool.request({
    method,
    path: prefix + target,
    headers: passedOn(headers),
    ...(body !== '' && { body }),
  });
  const text = await reply.body.text();
  if (text.length > LARGEST_REPLY) throw new Error('the reply is larger than a proxy passes on');
  return { status: reply.statusCode, headers: passedOn(reply.headers), body: text };
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OWN.has(name) || value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

// What the proxy itself answers, in the dialect of the service behind it.

export interface RefusalText {
  rest(why: NonNullable<Fate['refusal']>): Returned;
  /** The frame of a reply. */
  frame(why: NonNullable<Fate['refusal']>, requestId: string): string;
}

export function createRefusalText(dialect: Dialect, random: Random): RefusalText {
  const stream = random.stream('refusals of the proxy');
  const rest = (why: NonNullable<Fate['refusal']>): Returned => {
    const { status, headers, body } = refusalReply(refusalOf(why), dialect, stream);
    return { status, headers, body };
  };
  return {
    rest,
    frame: (why, requestId) => {
      const envelope = JSON.parse(rest(why).body) as Record<string, unknown>;
      return JSON.stringify({ type: 'reply', ...envelope, requestId });
    },
  };
}

function refusalOf({ code, retryAfter }: NonNullable<Fate['refusal']>): Refusal {
  if (code === 'INTERNAL_ERROR') return { code, message: 'The service failed.' };
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAfter ?? 0) / 1000));
  return { code, message: 'Too many requests.', retryAfterSeconds };
}
