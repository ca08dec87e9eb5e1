// Sends one request on its way, and patiently when a step only prepares something.
import type { Call, Exchange } from '../../target/call.js';
import { type Interference, interferenceIn } from '../../target/interference.js';
import { retry } from '../../target/retry.js';
import type { RequestOptions } from '../../target/target.js';
import { whatOf } from '../../target/promises.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { show } from '../language/show.js';
import type { BoundDevice } from '../view/bound-device.js';
import { replyView, type ReplyView } from '../view/reply-view.js';
import { connectPatiently } from './connect.js';
import { channelOf, isAuthenticated } from './route.js';
import type { CaptureRoute } from './capture.js';
import { summary } from './evaluate.js';
import { blocked, type Halt, pauseUntil, type ExecutionContext } from './execution-context.js';

export interface Sending {
  readonly call: Call;
  readonly route: CaptureRoute;
  /** The device whose relays the reply is seen by. */
  readonly device: BoundDevice | undefined;
  readonly cut: boolean;
  /** Nothing about it is wrong on purpose, so it is to be granted. */
  readonly wanted?: boolean;
}

export interface Sent {
  readonly exchange: number;
  readonly view: ReplyView;
  /** Why it was not tried again, where that is not plain from the view. */
  readonly gaveUp?: string;
}

/** Tries of a step that only prepares, and the longest time that it waits in all, in ms. */
const MOST_TRIES = 12;
const LONGEST_WAIT = 120_000;
/** Added to an announced delay for each time that it was not enough, in ms. */
const LATER_EACH_TIME = 1000;

/** The reply to one try, whatever it is. */
export async function sendOnce(context: ExecutionContext, sending: Sending): Promise<Sent> {
  context.notes.sent(context.clock.now());
  const exchange = await exchangeOf(context, sending);
  if (exchange.id !== NO_EXCHANGE) context.liveness.exchange(exchange.outcome);
  const { lifetimeUnit } = context.target.dialect;
  const view = replyView(exchange, sending.device, bodyOf(context, exchange.id), lifetimeUnit);
  const { retryAt } = view;
  if (typeof retryAt === 'number') context.notes.announced(retryAt);
  const { call } = sending;
  // What was not answered may have been accepted.
  const accepted = view['code'] === SUCCESS || view['outcome'] === 'broken';
  if (call.name === 'refresh' && accepted) context.refreshes.note(call.deviceId, exchange.sentAt);
  return { exchange: exchange.id, view };
}

/** Tries again through interference, within limits, until something else comes. */
export async function sendPatiently(context: ExecutionContext, sending: Sending): Promise<Sent | Halt> {
  const early = await restBefore(context, sending);
  if (early) return early;
  const { call } = sending;
  const what = whatOf(call, channelOf(sending.route));
  const isHopeless = (): boolean => what !== undefined && context.target.answers.isHopeless(what);
  // A try that got no answer may have been carried out: what it has caused counts from there.
  let mayHaveBegun: unknown;
  const attempt = async (before: Interference | undefined): Promise<Sent | Halt> => {
    const sent = await sendAgain(context, sending, before);
    if (call.name === 'operate' && !('kind' in sent) && isUncertain(sent.view))
      mayHaveBegun ??= sent.view['sentAt'];
    return sent;
  };
  const retried = await retry({
    clock: context.clock,
    limits: {
      tries: MOST_TRIES,
      until: context.clock.now() + LONGEST_WAIT,
      longestAnnounced: context.longestWait,
    },
    signal: context.signal,
    margin: (tries) => (tries - 1) * LATER_EACH_TIME,
    attempt,
    hindranceOf: (sent) => ('kind' in sent || isHopeless() ? undefined : interferenceIn(sent.view)),
    onWait: (until, { kind }) => context.waiting(until, `${kind}: trying ${call.name} again`),
  });
  if (retried.kind === 'interrupted') return { kind: 'interrupted' };
  const result = begunAt(retried.result, mayHaveBegun);
  if (!('kind' in result) && result.view['code'] !== SUCCESS && isHopeless())
    return blocked(`${call.name}: ${summary(result.view, {})}, as in each try of this run`, true);
  const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
  return 'kind' in result || gaveUp === undefined ? result : { ...result, gaveUp };
}

function isUncertain(view: ReplyView): boolean {
  const by = interferenceIn(view)?.kind;
  return by === 'broken' || by === 'internal-error';
}

function begunAt(sent: Sent | Halt, sentAt: unknown): Sent | Halt {
  return 'kind' in sent || sentAt === undefined ? sent : { ...sent, view: { ...sent.view, sentAt } };
}

/** One try, on a new connection where the one of the try before broke. */
async function sendAgain(
  context: ExecutionContext,
  sending: Sending,
  before: Interference | undefined,
): Promise<Sent | Halt> {
  const { call, route } = sending;
  if (before?.kind === 'broken' && route.via === 'connection') {
    const lost = await connectPatiently(context, route.connection, route.client);
    if (lost) return lost;
  }
  const sent = await sendOnce(context, sending);
  const by = interferenceIn(sent.view)?.kind;
  if (by) context.notes.disturbed(by, `${call.name}: ${show(sent.view['code'] ?? by)}`);
  return sent;
}

/** A refresh that is known to come too early is not sent, unless a step without patience is to show that. */
async function restBefore(context: ExecutionContext, { call, route }: Sending): Promise<Halt | undefined> {
  // What is refused for its token refreshes nothing.
  if (call.name !== 'refresh' || !isAuthenticated(route)) return undefined;
  return pauseUntil(context, context.refreshes.restedAt(call.deviceId), 'the time between two refreshes');
}

async function exchangeOf(
  context: ExecutionContext,
  { call, route, cut, wanted }: Sending,
): Promise<Exchange> {
  const { signal } = context;
  const options = { signal, ...(cut && { cutAfterSending: true }), ...(wanted && { wanted: true }) };
  if (route.via === 'rest') {
    const client = context.clients.get(route.client)?.profileName ?? route.client;
    const request: RequestOptions = { client, ...options };
    return context.target.request(
      call,
      route.authentication ? { ...request, authentication: route.authentication } : request,
    );
  }
  const connection = context.connections.get(route.connection);
  if (connection && !connection.closed) return connection.request(call, options);
  const now = context.clock.now();
  const detail = `the connection ${route.connection} is not open`;
  return {
    id: NO_EXCHANGE,
    channel: 'ws',
    call,
    sentAt: now,
    answeredAt: now,
    outcome: {
      kind: 'broken',
      reason: 'reset',
      detail,
      ...(connection?.closed?.displaced && { displaced: true }),
    },
  };
}

/** Stands for a request that could not even be sent. */
const NO_EXCHANGE = -1;

function bodyOf(context: ExecutionContext, exchange: number): unknown {
  const reply = context.target.trace
    .records()
    .findLast((record) => record.kind === 'reply' && record.exchange === exchange);
  return reply?.kind === 'reply' ? reply.body : undefined;
}
