// One HTTP request over the pool, and its whole reply.
import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import type { Clock } from '../../../kernel/clock.js';
import type { BodyAs, HttpOutcome, HttpRequest } from '../transport.js';
import { breakageOf, broken } from './breakage.js';
import { orGivenUp } from '../driver/within-patience.js';
import { NETWORK_LIMITS, USER_AGENT } from './settings.js';
import { notUtf8, readUtf8 } from './utf8.js';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { defined } from '../../../kernel/defined.js';

/** @param prefix the path of the base address, which every path follows. */
export function httpRequest(
  pool: Pool,
  base: URL,
  prefix: string,
  request: HttpRequest,
  { signal, clock }: { readonly signal: AbortSignal | undefined; readonly clock: Clock },
): Promise<HttpOutcome> {
  const reply: Beginning = {};
  const outcome = requestOnce(pool, base, { prefix, request, signal }, clock, reply);
  return orGivenUp(outcome, signal, ABORTED).then((came) =>
    came.kind === 'reply' ? came : { ...came, ...defined({ begun: reply.status }) },
  );
}

/** Where nobody says what he takes, any content coding is allowed. */
const PLAIN = { 'accept-encoding': 'identity' };

/** What of a reply comes first. */
interface Beginning {
  status?: number;
}

const ABORTED = broken('aborted', 'the request was given up');

interface Asking {
  readonly prefix: string;
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
}

async function requestOnce(
  pool: Pool,
  base: URL,
  { prefix, request, signal }: Asking,
  clock: Clock,
  beginning: Beginning,
): Promise<HttpOutcome> {
  try {
    const reply = await pool.request({
      method: request.method,
      path: prefix + request.path,
      headers: { 'user-agent': USER_AGENT, ...PLAIN, ...request.headers, ...lengthOf(request) },
      ...(request.body === undefined ? {} : { body: written(request.body, request.bodyAs, clock) }),
      ...(signal === undefined ? {} : { signal }),
    });
    beginning.status = reply.statusCode;
    const bytes = await reply.body.bytes();
    const { headers, malformed } = readHeaders(joined(reply.headers));
    const plain = decodedBody(bytes, headers['content-encoding']);
    if (plain.wrong !== undefined) malformed.push(plain.wrong);
    const body = readUtf8(plain.bytes);
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

/** In ms: what is read meanwhile is the first half alone. */
const BETWEEN_HALVES = 100;

/** Undici sends what it cannot know the length of in chunks. */
function written(body: string, bodyAs: BodyAs | undefined, clock: Clock): string | Buffer | Readable {
  if (bodyAs === 'bytes') return Buffer.from(body, 'latin1');
  if (bodyAs === undefined) return body;
  if (bodyAs === 'halves') return Readable.from(halves(body, clock), { objectMode: false });
  const half = Math.ceil(body.length / 2);
  return Readable.from([body.slice(0, half), body.slice(half)].filter(Boolean), { objectMode: false });
}

async function* halves(body: string, clock: Clock): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body);
  const middle = bytes.length >> 1;
  yield bytes.subarray(0, middle);
  await clock.sleep(BETWEEN_HALVES);
  yield bytes.subarray(middle);
}

function lengthOf({ body = '', bodyAs }: HttpRequest): Record<string, string> {
  return bodyAs === 'halves' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
}

/** Undici gives a header one character for each byte. */
function readHeaders(raw: Record<string, string>): { headers: Record<string, string>; malformed: string[] } {
  const headers: Record<string, string> = {};
  const malformed: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const { text, invalidAt } = readUtf8(Buffer.from(value, 'latin1'));
    // Blanks around a value are no part of it (RFC 9110, 5.5).
    headers[name] = text.trim();
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

// Bodies that a server, or a proxy in between, has compressed although nobody asked for it: HTTP advises against it, and
// does not forbid it (RFC 9110, 12.5.3).

/** Bytes of a body once it is decompressed. */
const LIMIT = { maxOutputLength: NETWORK_LIMITS.message };

const DECODERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['identity', (bytes) => bytes],
  ['gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['x-gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['deflate', (bytes) => inflateSync(bytes, LIMIT)],
  ['br', (bytes) => brotliDecompressSync(bytes, LIMIT)],
]);

/**
 * @param codings the header Content-Encoding: the coding that was applied last comes last.
 * @returns `wrong` says why the bytes are as they came.
 * @throws where the body is larger than what is read of any body
 */
function decodedBody(bytes: Uint8Array, codings = '') {
  let plain = bytes;
  const names = codings.toLowerCase().split(',');
  for (const name of names
    .map((each) => each.trim())
    .filter(Boolean)
    .toReversed()) {
    const decode = DECODERS.get(name);
    if (!decode) return { bytes, wrong: `a body in the content coding ${name}, which is not known here` };
    try {
      plain = plain.length === 0 ? plain : decode(plain);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error;
      return { bytes, wrong: `a body that is not in the content coding ${name}` };
    }
  }
  return { bytes: plain };
}
