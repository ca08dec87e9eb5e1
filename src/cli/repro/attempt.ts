// One attempt of a repro script: what it has sent and what has come, as records of a trace.
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Dialect } from '../../dialect/dialect.js';
import { readFrame } from '../../harness/target/driver/connection-life.js';
import {
  callReadBy,
  readEnvelope,
  readHttpReply,
  type ReplyReader,
} from '../../harness/target/driver/read-reply.js';
import { nearMissOf, secretShown } from '../../harness/target/secret-like.js';
import { createMisfits } from '../../harness/target/misfit/misfits.js';
import { isObject } from '../../kernel/json.js';
import type { TraceRecord } from '../../trace/record.js';
import { createTrace, type Trace } from '../../trace/trace.js';
import { ANYTIME, type ReproPlan, type ReproRequest, type ReproStep, TOKEN_IN_TEXT } from './plan.js';
import { fetchToken, MOST_BYTES, type PlayerSurroundings, send, ticketFor } from './wire.js';

/** A server that sends without end is not listened to any longer, in frames of a connection. */
const MOST_FRAMES = 10_000;

export interface Attempt {
  readonly plan: ReproPlan;
  readonly around: PlayerSurroundings;
  readonly trace: Trace;
  readonly reading: ReplyReader;
  readonly tokens: Map<string, Promise<string>>;
  readonly tickets: Map<string, string>;
  readonly sockets: Map<string, WebSocket>;
  /** Requests on WebSocket that wait for their replies, by connection and requestId. */
  readonly waiting: Map<string, (body: unknown) => void>;
  readonly commandIds: Map<number, string>;
  readonly answered: Map<number, Promise<void>>;
  /** Makes keys of this attempt: those of another time would be answered with what was then. */
  readonly mark: string;
  /** Why nothing follows from it, and how long to wait before the next, in ms. */
  spoiltBy?: string;
  wait: number;
}

export function createAttempt(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings): Attempt {
  return {
    plan,
    around,
    trace: createTrace(around.clock),
    reading: { dialect, misfits: createMisfits(false) },
    tokens: new Map(),
    tickets: new Map(),
    sockets: new Map(),
    waiting: new Map(),
    commandIds: new Map(),
    answered: new Map(),
    mark: randomBytes(6).toString('hex'),
    wait: 5000,
  };
}

export function tokenOf(attempt: Attempt, client: string): Promise<string> {
  const known = attempt.tokens.get(client) ?? fetchToken(attempt.plan, client, attempt.around);
  attempt.tokens.set(client, known);
  return known;
}

function spoil(attempt: Attempt, why: string): void {
  attempt.spoiltBy ??= why;
}

/** Does all steps, each at its time and after the replies that came before it, and says what came of it. */
export async function playAttempt(attempt: Attempt): Promise<readonly TraceRecord[]> {
  const { plan, around, trace, answered, sockets } = attempt;
  const own = plan.steps.flatMap((next) =>
    next.kind === 'request' && next.identity === 'own' ? next.facts.client : [],
  );
  // Every client logs in and lists its devices, as in the run that found it: a server may be wrong about strangers
  // only beside others.
  for (const name of Object.keys(plan.clients)) {
    const token = await (own.includes(name)
      ? tokenOf(attempt, name)
      : tokenOf(attempt, name).catch(() => ''));
    const headers = { authorization: `Bearer ${token}` };
    await send(plan, { method: 'GET', path: '/svc/v1/devices', headers }, around);
  }
  const begun = around.clock.now();
  const until = (moment: number): Promise<void> => pause(begun + moment - around.clock.now(), around);
  for (const next of plan.steps) {
    if (next.kind === 'request')
      await Promise.all(next.after.flatMap((exchange) => answered.get(exchange) ?? []));
    await until(next.at);
    if (around.signal.aborted || attempt.spoiltBy !== undefined) break;
    await take(attempt, next);
  }
  await Promise.allSettled(answered.values());
  if (attempt.spoiltBy === undefined) await until(plan.until);
  for (const [connection, socket] of sockets)
    if (socket.readyState === WebSocket.OPEN) close(attempt, connection);
  return trace.records();
}

export function pause(ms: number, { clock, signal }: PlayerSurroundings): Promise<void> {
  // An interrupt ends it, and whoever pauses looks at the signal.
  return clock.sleep(Math.max(0, ms), signal).catch(() => undefined);
}

async function take(attempt: Attempt, next: ReproStep): Promise<void> {
  if (next.kind === 'open') return open(attempt, next);
  if (next.kind === 'close') {
    // The server may be slower than it was.
    await Promise.allSettled(attempt.answered.values());
    return close(attempt, next.connection);
  }
  const done = next.facts.channel === 'rest' ? overRest(attempt, next) : overSocket(attempt, next);
  attempt.answered.set(next.facts.exchange, done);
  // Whoever sends without waiting has to hear of a failure all the same.
  done.catch((error: unknown) => spoil(attempt, error instanceof Error ? error.message : String(error)));
}

/** The text with the key and the command of this attempt in it. */
function renewed(attempt: Attempt, step: ReproRequest, value: unknown): unknown {
  const { idempotencyKey: key, commandId } = step.facts;
  if (typeof value === 'string') {
    if (key !== undefined && value === key) return `${key.slice(0, 40)}-${attempt.mark}`;
    const created = attempt.commandIds.get(step.readsCommandOf ?? Number.NaN);
    if (created === undefined || commandId === undefined) return value;
    return value.replace(encodeURIComponent(commandId), encodeURIComponent(created));
  }
  if (Array.isArray(value)) return value.map((item) => renewed(attempt, step, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, renewed(attempt, step, item)]),
  );
}

function factsOf(attempt: Attempt, step: ReproRequest): ReproRequest['facts'] {
  const { idempotencyKey: key, commandId } = step.facts;
  const created = attempt.commandIds.get(step.readsCommandOf ?? Number.NaN) ?? commandId;
  return {
    ...step.facts,
    ...(key === undefined ? {} : { idempotencyKey: String(renewed(attempt, step, key)) }),
    ...(created === undefined ? {} : { commandId: created }),
  };
}

/** Notes what came, and whether it lets anything follow. */
function note(attempt: Attempt, { facts }: ReproRequest, reply: ReturnType<typeof readEnvelope>): void {
  const { plan, commandIds, around } = attempt;
  const { code, data, retryAfterSeconds } = reply;
  const command = isObject(data) && isObject(data['command']) ? data['command'] : {};
  if (typeof command['commandId'] === 'string') commandIds.set(facts.exchange, command['commandId']);
  around.say(`  ${facts.what} ${facts.deviceId ?? ''} was answered with ${code || 'a reply without a code'}`);
  const premise = plan.premises[facts.exchange];
  const isShowing = plan.showing === facts.exchange;
  if (premise === undefined ? !isShowing || !ANYTIME.test(code) : premise === code) return;
  if (retryAfterSeconds !== undefined) attempt.wait = retryAfterSeconds * 1000 + 500;
  spoil(
    attempt,
    `${facts.what} was answered with ${code}, where it has to be ${premise ?? 'something definite'}`,
  );
}

async function overRest(attempt: Attempt, step: ReproRequest): Promise<void> {
  const { plan, trace, around, reading } = attempt;
  const { identity, cut = false, method = 'GET' } = step;
  const facts = factsOf(attempt, step);
  const { exchange, channel, client, what } = facts;
  const isOwn = identity === 'own';
  const told = isOwn ? `Bearer <token of ${client}>` : identity === 'none' ? '' : identity.text;
  const headers = renewed(attempt, step, step.headers ?? {}) as Record<string, string>;
  const path = String(renewed(attempt, step, step.path ?? '/'));
  const authorization = (shown: string): object => (shown === '' ? {} : { authorization: shown });
  trace.add({
    kind: 'request',
    ...facts,
    method,
    path,
    headers: { ...headers, ...authorization(told) },
    ...(step.body === undefined ? {} : { body: step.body }),
  });
  const sent = what === 'token.create' ? withSecret(attempt, step) : renewed(attempt, step, step.body);
  const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const answer = await send(
    plan,
    { method, path, headers: { ...headers, ...authorization(await withTokens(attempt, told)) }, body, cut },
    around,
  );
  if (typeof answer === 'string') {
    const reason = cut ? 'cut' : answer === 'late' ? 'timeout' : 'reset';
    trace.add({ kind: 'broken', exchange, reason, detail: answer });
    if (!cut && !step.unanswered) spoil(attempt, `${what} got no reply (${answer})`);
    return;
  }
  const { reply, parsed } = readHttpReply(reading, callReadBy(facts), answer);
  const { code, data, mismatches } = reply;
  const came = { status: answer.status, headers: answer.headers, code, data, mismatches };
  trace.add({ kind: 'reply', exchange, channel, ...came, body: parsed ?? answer.body });
  note(attempt, step, reply);
}

/** The tokens of this attempt are put in where the text names them. */
async function withTokens(attempt: Attempt, text: string): Promise<string> {
  const made = new Map<string, string>();
  for (const [shown, client = '', changed] of text.matchAll(TOKEN_IN_TEXT)) {
    const token = await tokenOf(attempt, client);
    made.set(shown, changed === undefined ? token : (nearMissOf(token) ?? token));
  }
  return text.replaceAll(TOKEN_IN_TEXT, (shown) => made.get(shown) ?? shown);
}

/** The secret is put in where the witness had it, or one like it. */
function withSecret({ plan, around }: Attempt, { facts, body }: ReproRequest): unknown {
  const given = isObject(body) ? body : {};
  const right = around.env[plan.clients[facts.client]?.secretEnv ?? ''] ?? '';
  const clientSecret = secretShown(right, given['clientSecret']);
  return clientSecret === undefined ? given : { ...given, clientSecret };
}

async function overSocket(attempt: Attempt, step: ReproRequest): Promise<void> {
  const { plan, trace, around, reading } = attempt;
  const { exchange, channel, connection = '', requestId = '', what } = step.facts;
  const socket = attempt.sockets.get(connection);
  trace.add({ kind: 'request', ...factsOf(attempt, step), body: step.body });
  if (socket?.readyState !== WebSocket.OPEN) {
    trace.add({ kind: 'broken', exchange, reason: 'refused', detail: 'the connection is not open' });
    return spoil(attempt, `the connection ${connection} is not open`);
  }
  const body = renewed(attempt, step, step.body);
  const reply = new Promise<unknown>((resolve) => attempt.waiting.set(`${connection} ${requestId}`, resolve));
  await new Promise((resolve) =>
    socket.send(typeof body === 'string' ? body : JSON.stringify(body), resolve),
  );
  if (step.cut) {
    socket.terminate();
    return void trace.add({ kind: 'broken', exchange, reason: 'cut', detail: 'on purpose' });
  }
  const came = await Promise.race([reply, pause(plan.patience, around)]);
  if (came === undefined) {
    trace.add({ kind: 'broken', exchange, reason: 'timeout', detail: 'no reply' });
    return step.unanswered ? undefined : spoil(attempt, `${what} got no reply`);
  }
  const read = readEnvelope(reading, callReadBy(step.facts), came);
  const { code, data, mismatches } = read;
  trace.add({ kind: 'reply', exchange, channel, code, data, body: came, mismatches });
  note(attempt, step, read);
}

async function open(attempt: Attempt, step: Extract<ReproStep, { kind: 'open' }>): Promise<void> {
  const { plan, trace, reading, tickets, around } = attempt;
  const { connection, client, ticket } = step;
  const sources = { earlier: tickets, token: () => tokenOf(attempt, client), reading };
  const text = await ticketFor(plan, step, sources, around);
  if (text !== undefined) tickets.set(connection, text);
  const of = typeof ticket === 'object' ? ticket.of : ticket === 'made up' ? 'nobody' : connection;
  trace.add({
    kind: 'connection',
    connection,
    client,
    state: 'opening',
    ...(ticket === 'none' ? {} : { ticket: `<ticket of ${of}>` }),
  });
  const query = text === undefined ? '' : `?ticket=${encodeURIComponent(text)}`;
  const socket = new WebSocket(`${plan.websocketUrl}/svc/v1/ws${query}`, {
    rejectUnauthorized: !plan.insecure,
    maxPayload: MOST_BYTES,
    handshakeTimeout: plan.patience,
  });
  attempt.sockets.set(connection, socket);
  let frames = 0;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (++frames > MOST_FRAMES) socket.terminate();
    else if (!isBinary) receive(attempt, connection, data.toString('utf8'));
  });
  await new Promise<void>((resolve) => {
    socket.once('open', () => {
      trace.add({ kind: 'connection', connection, client, state: 'open' });
      resolve();
    });
    // An error comes with each frame that cannot be read.
    socket.on('error', () => resolve());
    socket.once('close', (closeCode: number) => {
      trace.add({ kind: 'connection', connection, client, state: 'closed', closeCode, by: 'target' });
      resolve();
    });
  });
}

function receive({ trace, reading, waiting }: Attempt, connection: string, text: string): void {
  const frame = readFrame(reading, text, (id) => waiting.has(`${connection} ${id}`));
  const asked = frame.kind === 'reply' ? `${connection} ${frame.requestId ?? ''}` : '';
  const settle = waiting.get(asked);
  if (frame.kind === 'event') trace.add({ connection, ...frame });
  else if (frame.kind === 'reply' && settle) {
    waiting.delete(asked);
    settle(frame.body);
  } else {
    const detail = frame.kind === 'stray' ? frame.detail : 'a reply to no request';
    trace.add({ kind: 'stray', connection, text, detail });
  }
}

function close({ plan, trace, sockets }: Attempt, connection: string): void {
  const opened = plan.steps.find((step) => step.kind === 'open' && step.connection === connection);
  const client = opened?.kind === 'open' ? { client: opened.client } : {};
  trace.add({ kind: 'connection', connection, ...client, state: 'closed', by: 'harness' });
  sockets.get(connection)?.removeAllListeners('close').terminate();
}
