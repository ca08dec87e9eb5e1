// Stimuli by an HTTP call: a power strip, a lab controller, a test rig's own little server.
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { USER_AGENT } from '../../target/network/settings.js';
import { type ActDriver, APPLIED, failed } from '../../profile/stimuli/act.js';
import { firstLine, MOST_OUTPUT } from '../bounded.js';
import type { HttpHow } from '../../profile/stimuli/declaration.js';
import { fill, inJson } from '../../profile/stimuli/template.js';
import { readNumber } from './read-number.js';

export function httpDriver(how: HttpHow, dispatcher: Dispatcher): ActDriver {
  return async (act, signal) => {
    const headers = Object.entries(how.headers).map(([name, value]) => [name, fill(value, act)]);
    const body = how.body && fill(how.body, act, inJson);
    const sent = await callHttp(
      {
        method: how.method,
        url: fill(how.url, act, encodeURIComponent),
        headers: Object.fromEntries(headers) as Record<string, string>,
        ...(body === undefined ? {} : { body }),
      },
      dispatcher,
      signal,
    );
    if (!sent.ok) return failed(sent.detail);
    return how.value === undefined ? APPLIED : readNumber(sent.text, how.value);
  };
}

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Called = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly detail: string };

/** Redirects are not followed: a stimulus goes where the profile says. */
export async function callHttp(
  { method, url, headers, body }: HttpCall,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Called> {
  try {
    const reply = await request(url, {
      method,
      headers: { 'user-agent': USER_AGENT, ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher,
      signal,
    });
    const text = await readText(reply.body);
    if (text === undefined) return { ok: false, detail: `the reply is larger than ${MOST_OUTPUT} bytes` };
    if (reply.statusCode >= 200 && reply.statusCode < 300) return { ok: true, text };
    return { ok: false, detail: `it was answered with ${reply.statusCode} ${firstLine(text)}`.trimEnd() };
  } catch (error) {
    if (signal.aborted) return { ok: false, detail: 'no answer came in time' };
    return { ok: false, detail: wordsOf(error) };
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_OUTPUT) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? firstLine(error.message || error.name) : String(error);
}
