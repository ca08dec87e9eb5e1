// The driver: a Target over a transport, in the words of a dialect, recorded into a trace.
import { SUCCESS } from '../../contract/error-codes.js';
import { AssertionError } from '../../kernel/assert.js';
import { isObject } from '../../kernel/json.js';
import type { Trace } from '../../trace/trace.js';
import type { Call, Exchange } from './call.js';
import { createDriver, type Driver, type DriverOptions } from './driver/driver.js';
import { openConnection } from './driver/open-connection.js';
import { createTraceRecorder, type TraceRecorder } from './driver/recorder.js';
import { restExchange, type RestOptions } from './driver/rest-exchange.js';
import type { ConnectOptions, Connected, TargetConnection, RequestOptions, Target } from './target.js';

export interface CreateTargetOptions extends DriverOptions {
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
  const recorder = recorderFor(common, trace);
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

/** One for each trace, so that the names of its connections stay unique whoever opens them. */
function recorderFor({ recorders, driver }: Common, trace: Trace): TraceRecorder {
  const recorder = recorders.get(trace) ?? createTraceRecorder(trace, driver.secrets, driver.cleansLater);
  recorders.set(trace, recorder);
  return recorder;
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
  if (first.fresh || !isTokenRefused(exchange)) return exchange;
  // The token may have ended early, by a restart perhaps. If it cannot be replaced, the refusal stands.
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
  const unusable = outcome.kind === 'reply' && outcome.reply.code === SUCCESS;
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
  if (outcome.kind !== 'reply' || outcome.reply.code !== SUCCESS || !isObject(outcome.reply.data))
    return undefined;
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
