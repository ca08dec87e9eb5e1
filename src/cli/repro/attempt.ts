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
import { createPendingReplies, type PendingReplies } from '../../harness/target/driver/pending-replies.js';
import { nearMissOf, secretShown } from '../../harness/target/secret-like.js';
import { createMisfits } from '../../harness/target/misfit/misfits.js';
import { isObject, valueAtPointer } from '../../kernel/json.js';
import type { ReplyRecord, TraceRecord } from '../../trace/record.js';
import { createTrace, replyOfExchange } from '../../trace/trace.js';
import {
  ANYTIME,
  type Carried,
  type ReproPlan,
  type ReproRequest,
  type ReproStep,
  TOKEN_IN_TEXT,
  waitIn,
} from './plan.js';
import {
  actNow,
  fetchToken,
  type IssuedToken,
  MOST_BYTES,
  type PlayerSurroundings,
  send,
  type Sender,
  ticketFor,
} from './wire.js';
import { urlPart } from '../../kernel/url-part.js';

/** A server that sends without end is not listened to any longer, in frames of a connection. */
const MOST_FRAMES = 10_000;

export type Attempt = ReturnType<typeof createAttempt>;

export function createAttempt(plan: ReproPlan, dialect: Dialect, around: PlayerSurroundings) {
  return {
    plan,
    around: { ...around, path: dialect.path } satisfies Sender,
    trace: createTrace(around.clock),
    reading: { dialect, misfits: createMisfits(false) } satisfies ReplyReader,
    tokens: new Map<string, Promise<IssuedToken>>(),
    tickets: new Map<string, string>(),
    sockets: new Map<string, WebSocket>(),
    /** Requests on WebSocket that wait for their replies, by connection; one that gets none is told `undefined`. */
    waiting: new Map<string, PendingReplies<(body: unknown) => void>>(),
    /** What has come, by exchange: later requests hold texts of it. */
    bodies: new Map<number, unknown>(),
    answered: new Map<number, Promise<void>>(),
    /** Makes keys of this attempt: those of another time would be answered with what was then. */
    mark: randomBytes(4).toString('hex'),
    /** Why nothing follows from it, and how long to wait before the next, in ms. */
    spoiltBy: undefined as string | undefined,
    wait: 5000,
    /** What was to show the breach was refused for the moment, which is no breach. */
    refused: false,
    /** Something was done from outside of the interface. */
    hasActed: false,
  };
}

export async function tokenOf(attempt: Attempt, client: string): Promise<string> {
  const known = attempt.tokens.get(client) ?? fetchToken(attempt.plan, client, attempt.around);
  attempt.tokens.set(client, known);
  return (await known).token;
}

/** Of a refusal for want of a permission: the scopes that came with the token that was sent. */
async function grantedTo(
  { tokens }: Attempt,
  { facts, identity }: ReproRequest,
  code: string,
): Promise<{ granted?: readonly string[] }> {
  const issued = code === 'AUTH_SCOPE_DENIED' && identity === 'own' && (await tokens.get(facts.client));
  return issued ? { granted: issued.scopes } : {};
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
    await until(Math.max(next.at, announcedIn(attempt, next) - begun));
    if (around.signal.aborted || attempt.spoiltBy !== undefined) break;
    await take(attempt, next);
  }
  await Promise.allSettled(answered.values());
  if (attempt.spoiltBy === undefined) await until(plan.until);
  for (const [connection, socket] of sockets)
    if (socket.readyState === WebSocket.OPEN) close(attempt, connection);
  return trace.records();
}

/** When what was sent after an announced delay is to be sent after the one that is announced now. */
function announcedIn({ trace }: Attempt, step: ReproStep): number {
  const { exchange, slack = 0 } = (step.kind === 'request' ? step.announced : undefined) ?? {};
  const reply = replyOfExchange(trace.records(), exchange);
  const wait = reply && waitIn(reply);
  return reply && wait !== undefined ? reply.at + wait + slack : 0;
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
  if (next.kind === 'act') {
    attempt.hasActed = true;
    const failed = await actNow(attempt, next);
    return failed === undefined ? undefined : spoil(attempt, failed);
  }
  const done = next.facts.channel === 'rest' ? overRest(attempt, next) : overSocket(attempt, next);
  attempt.answered.set(next.facts.exchange, done);
  // Whoever sends without waiting has to hear of a failure all the same.
  done.catch((error: unknown) => spoil(attempt, error instanceof Error ? error.message : String(error)));
}

/** With the key of this attempt, and with what its own replies have brought. */
function renewed(attempt: Attempt, { key, carried = {} }: Renewing, value: unknown): unknown {
  if (typeof value === 'string') {
    if (key !== undefined && value === key) return renewedKey(key, attempt.mark);
    return Object.entries(carried).reduce((text, [old, { exchange, pointer }]) => {
      const came = valueAtPointer(attempt.bodies.get(exchange), pointer);
      if (typeof came !== 'string') return text;
      return text.replaceAll(old, came).replaceAll(urlPart(old), urlPart(came));
    }, value);
  }
  if (Array.isArray(value)) return value.map((item) => renewed(attempt, { key, carried }, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, renewed(attempt, { key, carried }, item)]),
  );
}

/** As long as it was, with the same end, where that leaves it apart from others: a server may be wrong about the parts of keys. A UUID stays one. */
const renewedKey = (key: string, mark: string): string =>
  key.length < 2 * mark.length ? `${key}-${mark}` : `${mark}${key.slice(mark.length)}`;

interface Renewing {
  readonly key?: string | undefined;
  readonly carried?: Carried | undefined;
}

/** A secret that a reply has brought stays the text that stands for it, in a trace. */
function factsOf(attempt: Attempt, { facts, carried }: ReproRequest): ReproRequest['facts'] {
  return renewed(attempt, { key: facts.idempotencyKey, carried }, facts) as ReproRequest['facts'];
}

/** Notes what came, and whether it lets anything follow. */
async function note(
  attempt: Attempt,
  step: ReproRequest,
  { code, data, mismatches, retryAfterSeconds }: ReturnType<typeof readEnvelope>,
  came: Pick<ReplyRecord, 'status' | 'headers' | 'body'>,
): Promise<void> {
  const { plan, around, trace } = attempt;
  const { facts } = step;
  const { exchange, channel } = facts;
  const granted = await grantedTo(attempt, step, code);
  trace.add({ kind: 'reply', exchange, channel, code, data, mismatches, ...granted, ...came });
  around.say(`  ${facts.what} ${facts.deviceId ?? ''} was answered with ${code || 'a reply without a code'}`);
  const premise = plan.premises[facts.exchange];
  const isShowing = plan.showing === facts.exchange;
  if (premise === undefined ? !isShowing || !ANYTIME.test(code) : premise === code) return;
  // Where the rule is about refusals for the moment, one is right.
  const isBlamed =
    code !== '' &&
    plan.blamed.includes(facts.exchange) &&
    (plan.showing === undefined || !ANYTIME.test(code));
  if (retryAfterSeconds !== undefined) attempt.wait = retryAfterSeconds * 1000 + 500;
  attempt.refused = premise === undefined || isBlamed;
  spoil(
    attempt,
    `${facts.what} was answered with ${code}, where it has to be ${premise ?? 'something definite'}`,
  );
}

async function overRest(attempt: Attempt, step: ReproRequest): Promise<void> {
  const { plan, trace, around, reading } = attempt;
  const { identity, cut = false, method = 'GET' } = step;
  const facts = factsOf(attempt, step);
  const renewing = { key: step.facts.idempotencyKey, carried: step.carried };
  const { exchange, client, what } = facts;
  const isOwn = identity === 'own';
  const told = isOwn ? `Bearer <token of ${client}>` : identity === 'none' ? '' : identity.text;
  const headers = renewed(attempt, renewing, step.headers ?? {}) as Record<string, string>;
  const path = String(renewed(attempt, renewing, step.path ?? '/'));
  const authorization = (shown: string): object => (shown === '' ? {} : { authorization: shown });
  trace.add({
    kind: 'request',
    ...facts,
    method,
    path,
    headers: { ...headers, ...authorization(told) },
    ...(step.body === undefined ? {} : { body: step.body }),
  });
  const sent = what === 'token.create' ? withSecret(attempt, step) : renewed(attempt, renewing, step.body);
  const shown = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const body = shown && withPassword(attempt, shown);
  const answer = await send(
    plan,
    {
      method,
      path,
      headers: { ...headers, ...authorization(await withTokens(attempt, step, told)) },
      body,
      cut,
    },
    around,
  );
  if (typeof answer === 'string') {
    const reason = cut ? 'cut' : answer === 'late' ? 'timeout' : 'reset';
    trace.add({ kind: 'broken', exchange, reason, detail: answer });
    if (!cut && !step.unanswered) spoil(attempt, `${what} got no reply (${answer})`);
    return;
  }
  const { reply, parsed } = readHttpReply(reading, callReadBy(facts), answer);
  attempt.bodies.set(exchange, parsed);
  await note(attempt, step, reply, { ...answer, body: parsed ?? answer.body });
}

/** What its replies have brought, and the tokens of this attempt, are put in where the text names them. */
async function withTokens(attempt: Attempt, renewing: Renewing, told: string): Promise<string> {
  const text = String(renewed(attempt, renewing, told));
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

/** The password of the device for management is put in where the text has it. */
export function withPassword({ plan: { managed }, around }: Attempt, text: string): string {
  const password = JSON.stringify(around.env[managed?.passwordEnv ?? ''] ?? '');
  return managed ? text.replaceAll('"<password>"', () => password) : text;
}

async function overSocket(attempt: Attempt, step: ReproRequest): Promise<void> {
  const { plan, trace, around, reading } = attempt;
  const { exchange, connection = '', requestId, what } = step.facts;
  const socket = attempt.sockets.get(connection);
  trace.add({ kind: 'request', ...factsOf(attempt, step), body: step.body });
  if (socket?.readyState !== WebSocket.OPEN) {
    trace.add({ kind: 'broken', exchange, reason: 'refused', detail: 'the connection is not open' });
    const opened = openingOf(plan, connection);
    // Without a ticket of its own, it may be right that it is not.
    return opened?.ticket === 'fresh'
      ? spoil(attempt, `the connection ${connection} is not open`)
      : undefined;
  }
  const body = renewed(attempt, { key: step.facts.idempotencyKey, carried: step.carried }, step.body);
  const reply = new Promise<unknown>((resolve) => attempt.waiting.get(connection)?.add(requestId, resolve));
  await new Promise((resolve) =>
    socket.send(typeof body === 'string' ? body : JSON.stringify(body), resolve),
  );
  if (step.cut) {
    socket.terminate();
    return void trace.add({ kind: 'broken', exchange, reason: 'cut', detail: 'on purpose' });
  }
  const came = await Promise.race([reply, pause(plan.patience, around)]);
  if (came === undefined) {
    const reason = socket.readyState === WebSocket.OPEN ? 'timeout' : 'reset';
    trace.add({ kind: 'broken', exchange, reason, detail: 'no reply' });
    return step.unanswered ? undefined : spoil(attempt, `${what} got no reply`);
  }
  attempt.bodies.set(exchange, came);
  await note(attempt, step, readEnvelope(reading, callReadBy(step.facts), came), { body: came });
}

async function open(attempt: Attempt, step: Extract<ReproStep, { kind: 'open' }>): Promise<void> {
  const { plan, trace, reading, tickets, around } = attempt;
  const { connection, client, ticket } = step;
  const sources = { earlier: tickets, token: () => tokenOf(attempt, client), reading };
  const told = typeof ticket === 'object' && 'text' in ticket ? ticket.text : undefined;
  const text =
    told === undefined ? await ticketFor(plan, step, sources, around) : await withTokens(attempt, step, told);
  if (text !== undefined) tickets.set(connection, text);
  const of =
    typeof ticket === 'object' && 'of' in ticket ? ticket.of : ticket === 'made up' ? 'nobody' : connection;
  trace.add({
    kind: 'connection',
    connection,
    client,
    state: 'opening',
    ...(ticket === 'none' ? {} : { ticket: told ?? `<ticket of ${of}>` }),
  });
  const query = text === undefined ? '' : `?ticket=${urlPart(text)}`;
  const socket = new WebSocket(`${plan.websocketUrl}${around.path('/svc/v1/ws')}${query}`, {
    rejectUnauthorized: !plan.insecure,
    maxPayload: MOST_BYTES,
    handshakeTimeout: plan.patience,
  });
  const pending = createPendingReplies<(body: unknown) => void>();
  attempt.sockets.set(connection, socket);
  attempt.waiting.set(connection, pending);
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
      for (const settle of pending.drain()) settle(undefined);
      resolve();
    });
  });
}

function receive({ trace, reading, waiting }: Attempt, connection: string, text: string): void {
  const pending = waiting.get(connection);
  const frame = readFrame(reading, text, (id) => pending?.isWaiting(id) ?? false);
  const match = frame.kind === 'reply' ? pending?.match(frame.requestId) : undefined;
  if (frame.kind === 'event') trace.add({ connection, ...frame });
  else if (frame.kind === 'reply' && match?.kind === 'waiting') match.value(frame.body);
  else {
    const detail = frame.kind === 'stray' ? frame.detail : 'a reply to no request';
    trace.add({ kind: 'stray', connection, text, detail });
  }
}

function close({ plan, trace, sockets }: Attempt, connection: string): void {
  const { client = '' } = openingOf(plan, connection) ?? {};
  trace.add({ kind: 'connection', connection, client, state: 'closed', by: 'harness' });
  sockets.get(connection)?.removeAllListeners('close').terminate();
}

function openingOf({ steps }: ReproPlan, connection: string) {
  return steps.find(
    (step): step is Extract<ReproStep, { kind: 'open' }> =>
      step.kind === 'open' && step.connection === connection,
  );
}
