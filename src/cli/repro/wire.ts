// What a repro script says by itself: requests to the server over HTTP, tokens and tickets, and acts of the test bench.
import { randomBytes } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import type { Dialect } from '../../dialect/dialect.js';
import { readHttpReply, type ReplyReader } from '../../harness/target/driver/read-reply.js';
import type { Clock } from '../../kernel/clock.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { Trace } from '../../trace/trace.js';
import { filledCall, type ReproAct, type ReproPlan, type ReproStep } from './plan.js';

/** What the script prints, where its secrets and its interrupt come from, and its clock. */
export interface PlayerSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** With the path on the wire of one of the interface. */
export type Sender = PlayerSurroundings & Pick<Dialect, 'path'>;

/** A server that sends without end is not listened to any longer, in bytes. */
export const MOST_BYTES = 4 * 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly cut?: boolean;
}

export const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** The answer, or why there is none. */
export function send(
  plan: ReproPlan,
  sending: Sending,
  { signal, clock, path: onWire }: Sender,
): Promise<HttpAnswer | string> {
  const { method, path, headers, body, cut } = sending;
  const url = new URL(plan.baseUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = {
    host: url.hostname,
    port: url.port,
    protocol: url.protocol,
    method,
    path: url.pathname.replace(/\/$/, '') + onWire(path),
    headers: { ...headers, ...length },
    agent: false as const,
    rejectUnauthorized: !plan.insecure,
  };
  return new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? overTls : overHttp;
    const request = ask(options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > MOST_BYTES) request.destroy(new Error('the reply is too long'));
      });
      response.on('end', () => {
        const shown = Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]);
        const text = Buffer.concat(parts).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(shown) as Record<string, string>,
          body: text,
        });
      });
      response.on('error', (error) => resolve(error.message));
      response.on('aborted', () => resolve('the connection broke'));
    });
    const late = clock.setTimer('patience with a reply', plan.patience, () => {
      resolve('late');
      request.destroy();
    });
    request.on('error', (error) => resolve(error.message));
    request.on('close', () => {
      late.cancel();
      resolve('the connection broke');
    });
    signal.addEventListener('abort', () => request.destroy(), { once: true });
    request.end(body, () => {
      if (cut) clock.setTimer('until it has left', 20, () => request.destroy(new Error('cut')));
    });
  });
}

/** Why it could not be done, in words. */
export async function actNow(
  {
    plan,
    trace,
    around,
  }: { readonly plan: ReproPlan; readonly trace: Trace; readonly around: PlayerSurroundings },
  { record, call }: ReproAct,
): Promise<string | undefined> {
  const filled = (text: string): string =>
    Object.entries(plan.acts.variables).reduce(
      (all, [name, { usually = '' }]) => all.replaceAll(`\${${name}}`, () => around.env[name] ?? usually),
      text,
    );
  const { method, url, headers, body } = filledCall(call, filled);
  const { origin, pathname, search } = new URL(url);
  // What it brings about may be heard before it is answered.
  trace.add(record);
  const answer = await send(
    { ...plan, baseUrl: origin },
    { method, path: pathname + search, headers, body },
    { ...around, path: (path) => path },
  );
  const isDone = typeof answer !== 'string' && answer.status < 300;
  around.say(`  ${record.name} of ${record.deviceId ?? 'a client'} ${isDone ? 'is done' : 'failed'}`);
  if (isDone) return undefined;
  return `${record.name} failed: ${typeof answer === 'string' ? answer : answer.status}`;
}

export type IssuedToken = Awaited<ReturnType<typeof fetchToken>>;

export async function fetchToken(plan: ReproPlan, name: string, around: Sender) {
  const { clientId = '', secretEnv = '' } = plan.clients[name] ?? {};
  const body = JSON.stringify({ clientId, clientSecret: around.env[secretEnv] });
  const answer = await send(
    plan,
    { method: 'POST', path: '/svc/v1/auth/token', headers: JSON_HEADERS, body },
    around,
  );
  const parsed = typeof answer === 'string' ? undefined : jsonIn(answer.body);
  const data = isObject(parsed) && isObject(parsed['data']) ? parsed['data'] : {};
  const { accessToken: token, scopes } = data;
  if (typeof token === 'string') return { token, scopes: Array.isArray(scopes) ? scopes.map(String) : [] };
  throw new Error(`no access token for ${clientId}: ${typeof answer === 'string' ? answer : answer.status}`);
}

/** A ticket as the step wants it; undefined for none. @param earlier those of connections before. */
export async function ticketFor(
  plan: ReproPlan,
  { ticket }: Extract<ReproStep, { kind: 'open' }>,
  { earlier, token, reading }: TicketSources,
  around: Sender,
): Promise<string | undefined> {
  if (ticket === 'none') return undefined;
  if (ticket === 'made up') return `conform-no-such-ticket-${randomBytes(4).toString('hex')}`;
  if (ticket !== 'fresh') return earlier.get('of' in ticket ? ticket.of : ticket.text);
  const headers = { accept: 'application/json', authorization: `Bearer ${await token()}` };
  const answer = await send(plan, { method: 'POST', path: '/svc/v1/ws/ticket', headers }, around);
  if (typeof answer === 'string') throw new Error(`no ticket: ${answer}`);
  const { data, code } = readHttpReply(reading, { name: 'createTicket' }, answer).reply;
  if (isObject(data) && typeof data['ticket'] === 'string') return data['ticket'];
  throw new Error(`no ticket: ${answer.status} ${code}`);
}

interface TicketSources {
  readonly earlier: ReadonlyMap<string, string>;
  readonly token: () => Promise<string>;
  readonly reading: ReplyReader;
}
