// One HTTP request over the pool, and its whole reply.
import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import type { BodyAs, HttpOutcome, HttpRequest } from '../transport.js';
import { breakageOf, broken } from './breakage.js';
import { orGivenUp } from './given-up.js';
import { USER_AGENT } from './settings.js';
import { notUtf8, readUtf8 } from './utf8.js';

/** @param prefix the path of the base address, which every path follows. */
export function httpRequest(
  pool: Pool,
  base: URL,
  prefix: string,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpOutcome> {
  return orGivenUp(requestOnce(pool, base, prefix, request, signal), signal, ABORTED);
}

const ABORTED = broken('aborted', 'the request was given up');

async function requestOnce(
  pool: Pool,
  base: URL,
  prefix: string,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpOutcome> {
  try {
    const reply = await pool.request({
      method: request.method,
      path: prefix + request.path,
      headers: { 'user-agent': USER_AGENT, ...request.headers },
      ...(request.body === undefined ? {} : { body: written(request.body, request.bodyAs) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const body = readUtf8(await reply.body.bytes());
    const { headers, malformed } = readHeaders(joined(reply.headers));
    if (body.invalidAt !== undefined) malformed.push(notUtf8('a body', body.invalidAt));
    return {
      kind: 'reply',
      reply: {
        status: reply.statusCode,
        headers,
        body: body.text,
        ...(malformed.length > 0 && { malformed }),
      },
    };
  } catch (error) {
    if (signal?.aborted) return ABORTED;
    return breakageOf(error, base.origin);
  }
}

/** Undici sends what it cannot know the length of in chunks. */
function written(body: string, bodyAs: BodyAs | undefined): string | Buffer | Readable {
  if (bodyAs === 'bytes') return Buffer.from(body, 'latin1');
  if (bodyAs === undefined) return body;
  const half = Math.ceil(body.length / 2);
  return Readable.from([body.slice(0, half), body.slice(half)].filter(Boolean), { objectMode: false });
}

/** Undici gives a header one character for each byte. */
function readHeaders(raw: Record<string, string>): { headers: Record<string, string>; malformed: string[] } {
  const headers: Record<string, string> = {};
  const malformed: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const { text, invalidAt } = readUtf8(Buffer.from(value, 'latin1'));
    headers[name] = text;
    if (invalidAt !== undefined) malformed.push(notUtf8(`a header ${name}`, invalidAt));
  }
  return { headers, malformed };
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
