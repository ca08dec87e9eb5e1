// Stimuli by an HTTP call: a power strip, a lab controller, a test rig's own little server.
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../../kernel/clock.js';
import { interferenceIn } from '../../target/interference.js';
import { orGivenUp } from '../../target/driver/within-patience.js';
import { tlsOptions, USER_AGENT } from '../../target/network/settings.js';
import { retry } from '../../target/retry.js';
import type { Profile } from '../../profile/profile.js';
import {
  type Act,
  type ActDriver,
  type ActName,
  APPLIED,
  failed,
  isWitness,
} from '../../profile/stimuli/catalogue.js';
import { fill, type HttpHow, inJson, inPointer } from '../../profile/stimuli/template.js';
import { firstLine, readSum } from './read-number.js';
import { urlPart } from '../../../kernel/url-part.js';

/** The most that a reply may have, in bytes: a witness may tell of all devices, with what each has done. */
const MOST_REPLY = 1024 * 1024;

export function httpDriver(how: HttpHow, way: HttpWay): ActDriver {
  return async (act, signal) => {
    const sent = await callHttp(act.name, httpCallOf(how, act), way, signal);
    if (!sent.ok) return failed(sent.detail);
    if (how.value === undefined) return APPLIED;
    return readSum(
      sent.text,
      how.value.map((pointer) => fill(pointer, act, inPointer)),
    );
  };
}

export function httpCallOf(how: HttpHow, act: Act): HttpCall {
  const headers = Object.entries(how.headers).map(([name, value]) => [name, fill(value, act)]);
  return {
    method: how.method,
    url: fill(how.url, act, urlPart),
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(how.body && { body: fill(how.body, act, inJson) }),
  };
}

/** Each call on a connection of its own: a bench controller may be switched off in between. */
export function createDriverAgent({ tls }: Pick<Profile, 'tls'>): Agent {
  return new Agent({ pipelining: 0, connect: tlsOptions(tls) });
}

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpWay {
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
}

type Called =
  | { readonly ok: true; readonly text: string }
  /** Without a status there was no reply. */
  | { readonly ok: false; readonly status?: number; readonly detail: string };

/** Tries in all of a look at a witness. What acts is called once: it may have been done without a reply. */
const LOOKS = 3;

export async function callHttp(
  name: ActName,
  call: HttpCall,
  { dispatcher, clock }: HttpWay,
  signal: AbortSignal,
): Promise<Called> {
  const { result } = await retry({
    clock,
    limits: { tries: isWitness(name) ? LOOKS : 1 },
    signal,
    attempt: () => orGivenUp(callOnce(call, dispatcher, signal), signal, LATE),
    hindranceOf: (called) =>
      called.ok
        ? undefined
        : interferenceIn({
            outcome: called.status === undefined ? 'broken' : 'reply',
            status: called.status,
          }),
  });
  return result;
}

const LATE: Called = { ok: false, detail: 'no answer came in time' };

/** Redirects are not followed: a stimulus goes where the profile says. */
async function callOnce(
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
    const { statusCode: status } = reply;
    const text = await readText(reply.body);
    if (text === undefined)
      return { ok: false, status, detail: `the reply is larger than ${MOST_REPLY} bytes` };
    if (status >= 200 && status < 300) return { ok: true, text };
    return { ok: false, status, detail: `it was answered with ${status} ${firstLine(text)}`.trimEnd() };
  } catch (error) {
    if (signal.aborted) return LATE;
    const detail = error instanceof Error ? firstLine(error.message || error.name) : String(error);
    return { ok: false, detail };
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_REPLY) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
