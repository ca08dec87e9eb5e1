// What runs in a repro script: sends what the plan says, when it says, and judges what comes by the second judge alone.
// It is bundled into one file of plain Node, with nothing else of the program but the names of the dialect.
import { request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { WebSocket } from 'ws';
import { createSecondJudge } from '../../checker/checker.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { Call } from '../../harness/target/call.js';
import { readFrame } from '../../harness/target/driver/inbound-frame.js';
import { readEnvelope, readHttpReply } from '../../harness/target/driver/read-reply.js';
import { createMisfits } from '../../harness/target/misfit/misfits.js';
import { isObject } from '../../kernel/json.js';
import type { TraceEntry, TraceRecord } from '../../trace/record.js';
import type { ReproPlan, ReproRequest, ReproStep } from './plan.js';

/** How a script ends: the breach shows, it does not, or nobody can tell. */
export const REPRO_EXIT = { absent: 0, shown: 1, untold: 2 } as const;

/** What the script prints, and where its secrets and its interrupt come from. */
export interface PlayerSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The call by whose form the reply to each request is read. */
const CALLS: Readonly<Record<string, Call>> = {
  'token.create': { name: 'createToken' },
  'devices.list': { name: 'listDevices' },
  'devices.read': { name: 'refresh', deviceId: '' },
  'device.state.get': { name: 'refresh', deviceId: '' },
  'devices.config': { name: 'readConfig', deviceId: '' },
  'profiles.list': { name: 'listProfiles' },
  'commands.read': { name: 'readCommand', commandId: '' },
  'ticket.create': { name: 'createTicket' },
  'session.ping': { name: 'ping' },
};
const OPERATING = /^(relays\.|rs485\.|device\.operation\.execute)/;
/** As often an attempt is begun anew that a rejection, a busy device or a failure has spoilt. */
const MOST_ATTEMPTS = 3;
/** A server that sends without end is not listened to any longer, in bytes and frames. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FRAMES = 10_000;

interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function playRepro(plan: ReproPlan, around: PlayerSurroundings): Promise<number> {
  // Each pause and each request listens to it.
  setMaxListeners(0, around.signal);
  const missing = Object.values(plan.clients).filter(({ secretEnv }) => !around.env[secretEnv]);
  if (missing.length > 0) {
    around.say(
      `Set ${missing.map(({ secretEnv, clientId }) => `${secretEnv} (the secret of ${clientId})`).join(', ')}.`,
    );
    return REPRO_EXIT.untold;
  }
  try {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && !around.signal.aborted; attempt++) {
      const { spoiltBy, wait, records } = await createAttempt(plan, around).run();
      if (around.signal.aborted) break;
      if (spoiltBy === undefined) return verdictOn(plan, records, around);
      around.say(`Attempt ${attempt} of ${MOST_ATTEMPTS} says nothing: ${spoiltBy}`);
      if (attempt < MOST_ATTEMPTS) await pause(Math.min(wait, LONGEST_PAUSE), around.signal);
    }
  } catch (error) {
    around.say(`Nothing can be told: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await createAttempt(plan, { ...around, signal: new AbortController().signal }).restore();
  }
  return REPRO_EXIT.untold;
}

const LONGEST_PAUSE = 60_000;

function verdictOn(
  { rule, known }: ReproPlan,
  records: readonly TraceRecord[],
  { say }: PlayerSurroundings,
): number {
  const opinion = createSecondJudge(records, known)(rule);
  if (opinion.kind !== 'contradicted') {
    say(`${rule}: the breach did not show (${opinion.kind}).`);
    return REPRO_EXIT.absent;
  }
  say(`${rule}: the breach shows. ${opinion.says}`);
  return REPRO_EXIT.shown;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

interface Played {
  readonly records: readonly TraceRecord[];
  /** Why nothing follows from it. */
  readonly spoiltBy?: string;
  readonly wait: number;
}

function createAttempt(plan: ReproPlan, { env, say, signal }: PlayerSurroundings) {
  const dialect = dialectOf(plan.dialect);
  const reading = { dialect, misfits: createMisfits(false) };
  const records: TraceRecord[] = [];
  const tokens = new Map<string, Promise<string>>();
  const tickets = new Map<string, string>();
  const sockets = new Map<string, WebSocket>();
  const waiting = new Map<string, (body: unknown) => void>();
  const commandIds = new Map<number, string>();
  const answered = new Map<number, Promise<void>>();
  const mark = randomBytes(6).toString('hex');
  let spoiltBy: string | undefined;
  let wait = 5000;

  const record = (entry: TraceEntry): void =>
    void records.push({ seq: records.length, at: performance.now(), ...entry });
  const spoil = (why: string): void => void (spoiltBy ??= why);
  const tokenOf = (client: string): Promise<string> => {
    const known = tokens.get(client) ?? fetchToken(plan, client, env, signal);
    tokens.set(client, known);
    return known;
  };

  const note = ({ facts }: ReproRequest, code: string, data: unknown, seconds: unknown): void => {
    const command = isObject(data) && isObject(data['command']) ? data['command'] : {};
    if (typeof command['commandId'] === 'string') commandIds.set(facts.exchange, command['commandId']);
    say(`  ${facts.what} ${facts.deviceId ?? ''} was answered with ${code || 'a reply without a code'}`);
    const premise = plan.premises[facts.exchange];
    if (premise === undefined || premise === code) return;
    if (typeof seconds === 'number') wait = seconds * 1000 + 500;
    spoil(`${facts.what} was answered with ${code}, where it has to be ${premise}`);
  };

  /** Keys and identifiers of another time would be answered with what was then. */
  const renewed = (value: unknown, step: ReproRequest): unknown => {
    const { idempotencyKey: key } = step.facts;
    if (typeof value === 'string') {
      if (key !== undefined && value === key) return `${key.slice(0, 40)}-${mark}`;
      const created = step.readsCommandOf === undefined ? undefined : commandIds.get(step.readsCommandOf);
      const { commandId } = step.facts;
      return created !== undefined && commandId !== undefined
        ? value.replace(encodeURIComponent(commandId), encodeURIComponent(created))
        : value;
    }
    if (Array.isArray(value)) return value.map((item) => renewed(item, step));
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renewed(item, step)]))
      : value;
  };

  const overRest = async (step: ReproRequest): Promise<void> => {
    const { facts, identity, cut = false } = step;
    const text =
      identity === 'own'
        ? `Bearer ${await tokenOf(facts.client)}`
        : identity === 'none'
          ? undefined
          : identity.text;
    const headers = Object.fromEntries(
      Object.entries(step.headers ?? {}).map(([name, value]) => [name, String(renewed(value, step))]),
    );
    const path = String(renewed(step.path ?? '/', step));
    const shown = identity === 'own' ? `Bearer <token of ${facts.client}>` : (text ?? '');
    const { idempotencyKey: key } = facts;
    const commandId =
      step.readsCommandOf === undefined ? facts.commandId : commandIds.get(step.readsCommandOf);
    record({
      kind: 'request',
      ...facts,
      ...(key === undefined ? {} : { idempotencyKey: String(renewed(key, step)) }),
      ...(commandId === undefined ? {} : { commandId }),
      method: step.method ?? 'GET',
      path,
      headers: { ...headers, ...(shown === '' ? {} : { authorization: shown }) },
      ...(step.body === undefined ? {} : { body: step.body }),
    });
    const { exchange, channel } = facts;
    const sent =
      facts.what === 'token.create'
        ? withSecret(plan, facts.client, step.body, env)
        : renewed(step.body, step);
    const body = sent === undefined ? undefined : typeof sent === 'string' ? sent : JSON.stringify(sent);
    const answer = await send(
      plan,
      {
        method: step.method ?? 'GET',
        path,
        headers: { ...headers, ...(text === undefined ? {} : { authorization: text }) },
        body,
        cut,
      },
      signal,
    );
    if (typeof answer === 'string') {
      record({
        kind: 'broken',
        exchange,
        reason: cut ? 'cut' : answer === 'late' ? 'timeout' : 'reset',
        detail: answer,
      });
      if (!cut && !step.unanswered) spoil(`${facts.what} got no reply (${answer})`);
      return;
    }
    const { reply, parsed } = readHttpReply(reading, callFor(facts.what), answer);
    record({
      kind: 'reply',
      exchange,
      channel,
      status: answer.status,
      headers: answer.headers,
      code: reply.code,
      data: reply.data,
      body: parsed ?? answer.body,
      mismatches: reply.mismatches,
    });
    note(step, reply.code, reply.data, reply.retryAfterSeconds);
  };

  const overSocket = async (step: ReproRequest): Promise<void> => {
    const { facts, cut = false } = step;
    const { exchange, channel, connection = '', requestId, idempotencyKey: key } = facts;
    const socket = sockets.get(connection);
    record({
      kind: 'request',
      ...facts,
      ...(key === undefined ? {} : { idempotencyKey: String(renewed(key, step)) }),
      body: step.body,
    });
    if (socket?.readyState !== WebSocket.OPEN) {
      record({ kind: 'broken', exchange, reason: 'refused', detail: 'the connection is not open' });
      return spoil(`the connection ${connection} is not open`);
    }
    const body = renewed(step.body, step);
    const reply = new Promise<unknown>((resolve) => waiting.set(`${connection} ${requestId ?? ''}`, resolve));
    await new Promise((resolve) =>
      socket.send(typeof body === 'string' ? body : JSON.stringify(body), resolve),
    );
    if (cut) {
      socket.terminate();
      return record({ kind: 'broken', exchange, reason: 'cut', detail: 'on purpose' });
    }
    const came = await Promise.race([reply, pause(plan.patience, signal)]);
    if (came === undefined) {
      record({ kind: 'broken', exchange, reason: 'timeout', detail: 'no reply' });
      return step.unanswered ? undefined : spoil(`${facts.what} got no reply`);
    }
    const read = readEnvelope(reading, callFor(facts.what), came);
    record({
      kind: 'reply',
      exchange,
      channel,
      code: read.code,
      data: read.data,
      body: came,
      mismatches: read.mismatches,
    });
    note(step, read.code, read.data, read.retryAfterSeconds);
  };

  const open = async ({
    connection,
    client,
    ticket,
  }: Extract<ReproStep, { kind: 'open' }>): Promise<void> => {
    const text = await ticketFor(plan, { ticket, client, tickets, tokenOf, reading, signal });
    if (text !== undefined) tickets.set(connection, text);
    const alias =
      ticket === 'none'
        ? {}
        : {
            ticket:
              ticket === 'made up'
                ? '<ticket of nobody>'
                : `<ticket of ${typeof ticket === 'object' ? ticket.of : connection}>`,
          };
    record({ kind: 'connection', connection, client, state: 'opening', ...alias });
    const query = text === undefined ? '' : `?ticket=${encodeURIComponent(text)}`;
    const socket = new WebSocket(`${plan.websocketUrl}/svc/v1/ws${query}`, {
      rejectUnauthorized: !plan.insecure,
      maxPayload: MOST_BYTES,
      handshakeTimeout: plan.patience,
    });
    sockets.set(connection, socket);
    let frames = 0;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (++frames > MOST_FRAMES) socket.terminate();
      else if (!isBinary) take(connection, data.toString('utf8'));
    });
    await new Promise<void>((resolve) => {
      socket.once(
        'open',
        () => (record({ kind: 'connection', connection, client, state: 'open' }), resolve()),
      );
      // Errors come again with each frame that cannot be read.
      socket.on('error', () => resolve());
      socket.once('close', (code: number) => {
        record({ kind: 'connection', connection, client, state: 'closed', closeCode: code, by: 'target' });
        resolve();
      });
    });
  };

  const take = (connection: string, text: string): void => {
    const frame = readFrame(reading, text, (id) => waiting.has(`${connection} ${id}`));
    const settle = frame.kind === 'reply' ? waiting.get(`${connection} ${frame.requestId ?? ''}`) : undefined;
    if (frame.kind === 'event') record({ connection, ...frame });
    else if (frame.kind === 'reply' && settle) {
      waiting.delete(`${connection} ${frame.requestId ?? ''}`);
      settle(frame.body);
    } else
      record({
        kind: 'stray',
        connection,
        text,
        detail: frame.kind === 'stray' ? frame.detail : 'a reply to no request',
      });
  };

  const close = (connection: string): void => {
    const client = plan.steps.find((step) => step.kind === 'open' && step.connection === connection);
    record({
      kind: 'connection',
      connection,
      ...(client?.kind === 'open' && { client: client.client }),
      state: 'closed',
      by: 'harness',
    });
    sockets.get(connection)?.removeAllListeners('close').terminate();
  };

  const step = async (next: ReproStep): Promise<void> => {
    if (next.kind === 'open') return open(next);
    if (next.kind === 'close') {
      // The server may be slower than it was.
      await Promise.allSettled(answered.values());
      return close(next.connection);
    }
    const done = next.facts.channel === 'rest' ? overRest(next) : overSocket(next);
    answered.set(next.facts.exchange, done);
    // Whoever sends without waiting has to hear of a failure all the same.
    done.catch((error: unknown) => spoil(error instanceof Error ? error.message : String(error)));
  };

  const run = async (): Promise<Played> => {
    for (const next of plan.steps)
      if (next.kind === 'request' && next.identity === 'own' && next.facts.channel === 'rest')
        await tokenOf(next.facts.client);
    const begun = performance.now();
    for (const next of plan.steps) {
      if (next.kind === 'request') await Promise.all(next.after.map((exchange) => answered.get(exchange)));
      await pause(begun + next.at - performance.now(), signal);
      if (signal.aborted || spoiltBy !== undefined) break;
      await step(next);
    }
    await Promise.allSettled(answered.values());
    if (spoiltBy === undefined) await pause(begun + plan.until - performance.now(), signal);
    const closed = records.flatMap((each) =>
      each.kind === 'connection' && each.state === 'closed' ? each.connection : [],
    );
    for (const [connection, socket] of sockets)
      if (!closed.includes(connection) && socket.readyState === WebSocket.OPEN) close(connection);
    return { records, wait, ...(spoiltBy === undefined ? {} : { spoiltBy }) };
  };

  const restore = async (): Promise<void> => {
    for (const request of plan.restore) {
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        const token = await tokenOf(request.facts.client).catch(() => '');
        const headers = {
          ...request.headers,
          authorization: `Bearer ${token}`,
          'idempotency-key': `restore-${randomBytes(6).toString('hex')}`,
        };
        const answer = await send(
          plan,
          {
            method: request.method ?? 'POST',
            path: request.path ?? '/',
            headers,
            body: JSON.stringify(request.body),
            cut: false,
          },
          signal,
        );
        if (typeof answer !== 'string' && answer.status < 300) break;
        if (attempt === MOST_ATTEMPTS)
          say(`A relay of ${request.facts.deviceId ?? ''} could not be put back: look at it.`);
        else await pause(2000, signal);
      }
    }
    if (plan.restore.length > 0) say('Relays were put back.');
  };
  return { run, restore };
}

function dialectOf(text: string) {
  const read = parseDialect(text, 'the dialect');
  if (!read.ok) throw new Error('the dialect in this file cannot be read');
  return read.value;
}

function callFor(what: string): Call {
  const operating = {
    name: 'operate',
    deviceId: '',
    operation: { name: 'device.rs485.baudRate.set', params: { baudRate: 1 } },
  } as const;
  return CALLS[what] ?? (OPERATING.test(what) ? operating : { name: 'frame', text: '' });
}

/** The right secret is put in where the witness had it. */
function withSecret(plan: ReproPlan, client: string, body: unknown, env: PlayerSurroundings['env']): unknown {
  const given = isObject(body) ? body : {};
  const { secretEnv = '' } = plan.clients[client] ?? {};
  return {
    ...given,
    clientSecret: given['clientSecret'] === '<secret>' ? env[secretEnv] : String(given['clientSecret'] ?? ''),
  };
}

async function fetchToken(
  plan: ReproPlan,
  name: string,
  env: PlayerSurroundings['env'],
  signal: AbortSignal,
): Promise<string> {
  const { clientId, secretEnv } = plan.clients[name] ?? { clientId: '', secretEnv: '' };
  const body = JSON.stringify({ clientId, clientSecret: env[secretEnv] });
  const answer = await send(
    plan,
    {
      method: 'POST',
      path: '/svc/v1/auth/token',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      cut: false,
    },
    signal,
  );
  const parsed: unknown = typeof answer === 'string' ? undefined : jsonOf(answer.body);
  const data = isObject(parsed) && isObject(parsed['data']) ? parsed['data'] : {};
  if (typeof data['accessToken'] !== 'string')
    throw new Error(
      `no access token for ${clientId}: ${typeof answer === 'string' ? answer : answer.status}`,
    );
  return data['accessToken'];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface TicketFor {
  readonly ticket: Extract<ReproStep, { kind: 'open' }>['ticket'];
  readonly client: string;
  readonly tickets: ReadonlyMap<string, string>;
  readonly tokenOf: (client: string) => Promise<string>;
  readonly reading: Parameters<typeof readHttpReply>[0];
  readonly signal: AbortSignal;
}

async function ticketFor(
  plan: ReproPlan,
  { ticket, client, tickets, tokenOf, reading, signal }: TicketFor,
): Promise<string | undefined> {
  if (ticket === 'none') return undefined;
  if (ticket === 'made up') return `conform-no-such-ticket-${randomBytes(4).toString('hex')}`;
  if (ticket !== 'fresh') return tickets.get(ticket.of);
  const headers = { accept: 'application/json', authorization: `Bearer ${await tokenOf(client)}` };
  const answer = await send(
    plan,
    { method: 'POST', path: '/svc/v1/ws/ticket', headers, body: undefined, cut: false },
    signal,
  );
  if (typeof answer === 'string') throw new Error(`no ticket: ${answer}`);
  const { data, code } = readHttpReply(reading, { name: 'createTicket' }, answer).reply;
  if (isObject(data) && typeof data['ticket'] === 'string') return data['ticket'];
  throw new Error(`no ticket: ${answer.status} ${code}`);
}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly cut: boolean;
}

/** The answer, or why there is none. */
function send(
  { baseUrl, insecure, patience }: ReproPlan,
  { method, path, headers, body, cut }: Sending,
  signal: AbortSignal,
): Promise<HttpAnswer | string> {
  const url = new URL(baseUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? overTls : overHttp;
    const timer = setTimeout(() => (resolve('late'), request.destroy()), patience);
    const request = ask(
      {
        host: url.hostname,
        port: url.port,
        protocol: url.protocol,
        method,
        path: url.pathname.replace(/\/$/, '') + path,
        headers: { ...headers, ...length },
        agent: false,
        rejectUnauthorized: !insecure,
      },
      (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes > MOST_BYTES) request.destroy(new Error('the reply is too long'));
        });
        response.on('end', () => {
          const shown = Object.entries(response.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(shown) as Record<string, string>,
            body: Buffer.concat(parts).toString('utf8'),
          });
        });
        response.on('error', (error) => resolve(error.message));
        response.on('aborted', () => resolve('the connection broke'));
      },
    );
    request.on('error', (error) => resolve(error.message));
    request.on('close', () => clearTimeout(timer));
    signal.addEventListener('abort', () => request.destroy(), { once: true });
    request.end(body, () => {
      if (cut) setTimeout(() => request.destroy(new Error('cut')), 20);
    });
  });
}
