// One HTTP request over the pool, and its whole reply.
import type { Pool } from 'undici';
import type { HttpOutcome, HttpRequest } from '../transport.js';
import { breakageOf, broken } from './breakage.js';
import { USER_AGENT } from './settings.js';

/** @param prefix the path of the base address, which every path follows. */
export async function httpRequest(
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
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(signal === undefined ? {} : { signal }),
    });
    const body = await reply.body.text();
    return { kind: 'reply', reply: { status: reply.statusCode, headers: joined(reply.headers), body } };
  } catch (error) {
    if (signal?.aborted) return broken('aborted', 'the request was given up');
    return breakageOf(error, base.origin);
  }
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
