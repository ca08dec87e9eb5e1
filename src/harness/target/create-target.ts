// The driver: a Target over a transport, in the words of a dialect, recorded into a trace.
import { defined } from '../../kernel/defined.js';
import { WEBSOCKET_PATH } from '../../contract/limits.js';
import { AssertionError } from '../../kernel/assert.js';
import { formatDuration } from '../../kernel/duration.js';
import { isObject } from '../../kernel/json.js';
import type { Trace } from '../../trace/trace.js';
import { type Call, type CallOutcome, type Exchange, isGranted } from './call.js';
import { type ConnectionLife, createConnectionLife, readFrame } from './driver/connection-life.js';
import {
  createDriver,
  createTraceRecorder,
  type Driver,
  type DriverOptions,
  type TraceRecorder,
} from './driver/driver.js';
import { parseJson } from './driver/read-reply.js';
import { type RestOptions, restExchange } from './driver/rest-exchange.js';
import { withinPatience } from './driver/within-patience.js';
import { type WsExchanges, createWsExchanges } from './driver/ws-exchange.js';
import type { ConnectOptions, Connected, RequestOptions, Target, TargetConnection } from './target.js';
import type { OpenOutcome, Socket, SocketHandlers } from './transport.js';
import { urlPart } from '../../kernel/url-part.js';
import { keptIn } from '../../kernel/kept-in.js';

interface CreateTargetOptions extends DriverOptions {
  readonly trace: Trace;
}

/** What belongs to all views of one target. */
interface Common {
  readonly driver: Driver;
  readonly open: Set<TargetConnection>;
  readonly recorders: WeakMap<Trace, TraceRecorder>;
}

/** Closing it closes the transport; closing a view of it closes what that view has opened. */
export function createTarget({ trace, ...options }: CreateTargetOptions): Target {
  const common: Common = { driver: createDriver(options), open: new Set(), recorders: new WeakMap() };
  const close = async (): Promise<void> => {
    await closeAll(common.open);
    await options.transport.close();
  };
  return { ...createView(common, trace), close };
}

function createView(common: Common, trace: Trace): Target {
  const { driver } = common;
  // One for each trace, so that the names of its connections stay unique whoever opens them.
  const recorder = keptIn(common.recorders, trace, () =>
    createTraceRecorder(trace, driver.secrets, driver.cleansLater),
  );
  const opened = new Set<TargetConnection>();
  const request = (call: Call, options: RequestOptions): Promise<Exchange> =>
    send(driver, recorder, call, options);
  return {
    clock: driver.clock,
    dialect: driver.dialect,
    misfits: driver.misfits,
    answers: driver.answers,
    quotas: driver.quotas,
    roundTrips: driver.roundTrips,
    deliveries: driver.deliveries,
    trace,
    recordingTo: (other) => createView(common, other),
    request,
    heardSince: driver.heard.since,
    dropToken: driver.tokens.drop,
    connect: async (client, options = {}) => {
      const connected = await connect(driver, recorder, request, client, options);
      if (connected.kind === 'open') keep(connected.connection, [opened, common.open]);
      return connected;
    },
    close: () => closeAll(opened),
  };
}

function keep(connection: TargetConnection, among: readonly Set<TargetConnection>[]): void {
  if (connection.closed) return;
  for (const set of among) set.add(connection);
  const stop = connection.listen(() => {
    if (!connection.closed) return;
    for (const set of among) set.delete(connection);
    stop();
  });
}

async function closeAll(connections: ReadonlySet<TargetConnection>): Promise<void> {
  await Promise.all([...connections].map((connection) => connection.close()));
}

async function send(
  driver: Driver,
  recorder: TraceRecorder,
  call: Call,
  options: RequestOptions,
): Promise<Exchange> {
  const { client, authentication = { kind: 'token' }, cutAfterSending = false } = options;
  const { patience = driver.patience, signal, wanted } = options;
  const rest: RestOptions = { client, cutAfterSending, patience, signal, wanted };
  if (call.name === 'createToken') return sendForToken(driver, recorder, call, rest);
  if (authentication.kind === 'none') return restExchange(driver, recorder, call, rest);
  if (authentication.kind === 'bearer')
    return restExchange(driver, recorder, call, { ...rest, token: authentication.token });

  const askForToken = (): Promise<Exchange> => {
    const own = { client, cutAfterSending: false, patience: driver.patience, signal, wanted: true };
    return restExchange(driver, recorder, { name: 'createToken' }, own);
  };
  const first = await driver.tokens.get(client, askForToken);
  if (first.kind === 'none') return withoutToken(call, first.exchange);
  const exchange = await restExchange(driver, recorder, call, { ...rest, token: first.token, own: true });
  if (exchange.answeredAt < first.freshUntil || !isTokenRefused(exchange)) return exchange;
  // The token may have ended early, by a restart perhaps, or this machine was late. If it cannot be replaced, the refusal stands.
  driver.tokens.forget(client, first.token);
  const second = await driver.tokens.get(client, askForToken);
  if (second.kind === 'none') return exchange;
  return restExchange(driver, recorder, call, { ...rest, token: second.token, own: true });
}

async function sendForToken(
  driver: Driver,
  recorder: TraceRecorder,
  call: Extract<Call, { name: 'createToken' }>,
  rest: RestOptions,
): Promise<Exchange> {
  const exchange = await restExchange(driver, recorder, call, rest);
  const { clientId, clientSecret, secretLike } = call;
  const ownCredentials = [clientId, clientSecret, secretLike].every((each) => each === undefined);
  if (ownCredentials) driver.tokens.offer(rest.client, exchange);
  return exchange;
}

/** What was written by hand is sent once, whatever the answer. */
function isTokenRefused({ call, outcome }: Exchange): boolean {
  return call.name !== 'http' && outcome.kind === 'reply' && outcome.reply.status === 401;
}

/** The call as it must look to its caller: not sent, and what the token request came to. */
function withoutToken(call: Call, token: Exchange): Exchange {
  const { outcome } = token;
  const unusable = isGranted(outcome);
  // A token reply that says SUCCESS and has no token must not pass for a success of the call.
  const shown = unusable ? ({ kind: 'reply', reply: { ...outcome.reply, code: '' } } as const) : outcome;
  return { ...token, call, outcome: shown, notSent: 'no-token' };
}

async function connect(
  driver: Driver,
  recorder: TraceRecorder,
  request: Target['request'],
  client: string,
  { name = client, ticket, bearer, patience = driver.patience, signal }: ConnectOptions,
): Promise<Connected> {
  const settings = { client, name, patience, signal };
  if (ticket !== undefined) return openConnection(driver, recorder, { ...settings, ticket, bearer });
  const asking = { client, patience, wanted: true, ...(signal && { signal }) };
  const exchange = await request({ name: 'createTicket' }, asking);
  const fetched = ticketIn(exchange);
  if (fetched === undefined) return noTicket(exchange);
  const connected = await openConnection(driver, recorder, { ...settings, ticket: fetched, fresh: true });
  return connected.kind === 'open' ? connected : { ...connected, ticket: exchange };
}

function ticketIn({ outcome }: Exchange): string | undefined {
  if (!isGranted(outcome) || !isObject(outcome.reply.data)) return undefined;
  const { ticket } = outcome.reply.data;
  return !outcome.reply.dialectMismatches && typeof ticket === 'string' ? ticket : undefined;
}

function noTicket(exchange: Exchange): Connected {
  const { outcome } = exchange;
  if (outcome.kind === 'broken')
    return { kind: 'refused', context: 'ticket', detail: `no ticket: ${outcome.detail}`, ticket: exchange };
  const { status, code, mismatches } = outcome.reply;
  if (status === undefined) throw new AssertionError('a ticket request travels over REST');
  const why = mismatches.length > 0 ? mismatches.join('; ') : `${status} ${code}`;
  return { kind: 'refused', context: 'ticket', status, detail: `no ticket: ${why}`, ticket: exchange };
}

// Opens a WebSocket connection with a ticket, and makes a Connection of it.

interface OpenSettings {
  readonly client: string;
  readonly name: string;
  /** Null leaves the query parameter out. */
  readonly ticket: string | null;
  readonly bearer?: string | undefined;
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** Its ticket is fresh, so it is to be opened. */
  readonly fresh?: boolean;
}

const NORMAL_CLOSE = 1000;
const ABNORMAL_CLOSE = 1006;
async function openConnection(
  driver: Driver,
  recorder: TraceRecorder,
  { client, name: wanted, ticket, bearer, patience, signal: interrupt, fresh = false }: OpenSettings,
): Promise<Connected> {
  await driver.ceiling.admit(interrupt);
  const name = recorder.connectionName(wanted);
  const alias = ticket === null ? {} : { ticket: driver.secrets.ticket(ticket, 'sent') };
  recorder.record({ kind: 'connection', connection: name, client, state: 'opening', ...alias });

  const line: { socket?: Socket } = {};
  const life = createConnectionLife(recorder, name, client, driver);
  driver.displacement.opening(client, life);
  const exchanges = createWsExchanges({ driver, recorder, life, client, socket: () => line.socket });
  const path = WEBSOCKET_PATH + (ticket === null ? '' : `?ticket=${urlPart(ticket)}`);
  const bounds = { patience, signal: interrupt };
  const { result, over } = await withinPatience(driver.clock, bounds, (signal) =>
    driver.transport.open(path, handlers(driver, recorder, life, exchanges), defined({ signal, bearer })),
  );
  if (result.kind === 'refused') {
    driver.displacement.closed(client, life);
    const detail =
      over === 'late' ? `the upgrade was not answered within ${formatDuration(patience)}` : detailOf(result);
    const status = result.status === undefined ? {} : { status: result.status };
    recorder.record({ kind: 'connection', connection: name, client, state: 'refused', ...status, detail });
    if (over !== 'interrupted')
      driver.answers.connected({ client, wanted: fresh }, refusalOf(result, over, detail));
    const unanswered = over === 'late' ? { unanswered: true as const } : {};
    return { kind: 'refused', context: 'upgrade', ...status, ...unanswered, detail };
  }
  driver.answers.connected({ client }, undefined);
  driver.quotas.connected(client);
  line.socket = result.socket;
  life.open();
  return { kind: 'open', connection: connectionOf(driver, life, exchanges, client, result.socket) };
}

/** A refused upgrade as the outcome of a request. */
function refusalOf(
  { status }: Extract<OpenOutcome, { kind: 'refused' }>,
  over: 'late' | 'interrupted' | undefined,
  detail: string,
): CallOutcome {
  if (status === undefined) return { kind: 'broken', reason: over === 'late' ? 'timeout' : 'reset', detail };
  const reply = { status, code: '', message: '', data: undefined, headers: {}, mismatches: [] };
  return { kind: 'reply', reply };
}

function handlers(
  driver: Driver,
  recorder: TraceRecorder,
  life: ConnectionLife,
  exchanges: WsExchanges,
): SocketHandlers {
  return {
    frame: (text, binary, malformed) => {
      life.open();
      if (malformed !== undefined) recorder.stray(life.name, text, malformed, { malformed: true });
      const frame = binary
        ? ({ kind: 'stray', detail: 'a binary frame', misfit: undefined } as const)
        : readFrame(driver, text, exchanges.isWaiting);
      if (frame.kind === 'event') life.event(frame);
      else if (frame.kind === 'reply') exchanges.reply(frame.requestId, frame.body, text);
      else recorder.stray(life.name, text, frame.detail, defined({ misfit: frame.misfit }));
    },
    closed: (close) => {
      life.open();
      if (close.malformed !== undefined && !life.closed)
        recorder.stray(life.name, close.reason, close.malformed, { malformed: true });
      if (close.flooded) life.endingHere();
      if (!life.end(close)) return;
      const { by = 'target', displaced } = life.closed ?? {};
      const reason = by === 'harness' ? 'cut' : 'reset';
      const why = displaced ? `, as another connection of its API client was opened` : '';
      exchanges.breakAll(
        reason,
        `the ${by} closed the connection with code ${close.code} before the reply${why}`,
        displaced,
      );
    },
  };
}

function connectionOf(
  driver: Driver,
  life: ConnectionLife,
  exchanges: WsExchanges,
  client: string,
  socket: Socket,
): TargetConnection {
  const cut = (): void => {
    if (life.closed) return;
    life.endingHere();
    socket.cut();
    // Whatever the transport still has to say about it: for the harness the connection ends here.
    const close = { code: ABNORMAL_CLOSE, reason: '' };
    if (life.end(close)) exchanges.breakAll('cut', 'the connection was cut on purpose before the reply');
  };
  return {
    name: life.name,
    client,
    openedAt: life.openedAt ?? driver.clock.now(),
    get closed() {
      return life.closed;
    },
    get droppedEvents() {
      return life.droppedEvents;
    },
    request: (call, { cutAfterSending = false, patience = driver.patience, signal, wanted } = {}) =>
      exchanges.request(call, { cutAfterSending, patience, signal, wanted }),
    events: life.events,
    listen: life.listen,
    close: async () => {
      if (life.closed) return;
      life.endingHere();
      const timer = driver.clock.setTimer('patience with a close', driver.patience, cut);
      socket.close(NORMAL_CLOSE, '');
      await life.over();
      timer.cancel();
    },
    cut,
  };
}

/** With the code of the refusal, when its body is an envelope: the interface leaves it open, people want it. */
function detailOf({ detail, body = '' }: Extract<OpenOutcome, { kind: 'refused' }>): string {
  const parsed = parseJson(body);
  const code = parsed.ok && isObject(parsed.value) ? parsed.value['code'] : undefined;
  return typeof code === 'string' ? `${detail} ${code}` : detail;
}
