// Sends one request on its way, and patiently when a step only prepares something.
import type { Call, Exchange } from '../../target/call.js';
import { growingDelay } from '../../target/growing-delay.js';
import type { RequestOptions } from '../../target/target.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { show } from '../language/show.js';
import type { BoundDevice } from '../view/bound-device.js';
import { replyView, type View } from '../view/reply-view.js';
import { connectPatiently } from './connect.js';
import { disturbanceOf } from './disturbance.js';
import { isAuthenticated } from './route.js';
import type { Route } from './capture.js';
import { type Halt, pauseUntil, type ExecutionContext } from './execution-context.js';

export interface Sending {
  readonly call: Call;
  readonly route: Route;
  /** The device whose relays the reply is seen by. */
  readonly device: BoundDevice | undefined;
  readonly cut: boolean;
}

export interface Sent {
  readonly exchange: number;
  readonly view: View;
}

/** Tries of a step that only prepares, and the longest time that it waits in all, in ms. */
const MOST_TRIES = 12;
const LONGEST_WAIT = 120_000;

/** The reply to one try, whatever it is. */
export async function sendOnce(context: ExecutionContext, sending: Sending): Promise<Sent> {
  context.notes.sent(context.clock.now());
  const exchange = await exchangeOf(context, sending);
  if (exchange.id !== NO_EXCHANGE) context.liveness.exchange(exchange.outcome);
  const view = replyView(exchange, sending.device, bodyOf(context, exchange.id));
  const { retryAt } = view;
  if (typeof retryAt === 'number') context.notes.announced(retryAt);
  const { call } = sending;
  // What was not answered may have been accepted.
  const accepted = view['code'] === SUCCESS || view['outcome'] === 'broken';
  if (call.name === 'refresh' && accepted) context.refreshes.note(call.deviceId, exchange.sentAt);
  return { exchange: exchange.id, view };
}

/** Tries again on legal interference, as announced or after a growing delay, until something else comes. */
export async function sendPatiently(context: ExecutionContext, sending: Sending): Promise<Sent | Halt> {
  const early = await restBefore(context, sending);
  if (early) return early;
  const giveUpAt = context.clock.now() + LONGEST_WAIT;
  for (let tries = 1; ; tries++) {
    const sent = await sendOnce(context, sending);
    const by = disturbanceOf(sent.view);
    if (!by) return sent;
    context.notes.disturbed(by, `${sending.call.name}: ${show(sent.view['code'] ?? by)}`);
    const until = Math.max(nextTry(context, sent.view, tries), context.clock.now());
    if (tries >= MOST_TRIES || until > giveUpAt) return sent;
    const halt = await pauseUntil(context, until, `${by}: trying ${sending.call.name} again`);
    if (halt) return halt;
    if (by === 'broken' && sending.route.via === 'connection') {
      const lost = await connectPatiently(context, sending.route.connection, sending.route.client);
      if (lost) return lost;
    }
  }
}

/** Nobody asks for a refresh of which he knows that it comes too early, unless just that is to be seen. */
async function restBefore(context: ExecutionContext, { call, route }: Sending): Promise<Halt | undefined> {
  // What is refused for its token refreshes nothing.
  if (call.name !== 'refresh' || !isAuthenticated(route)) return undefined;
  return pauseUntil(context, context.refreshes.restedAt(call.deviceId), 'the time between two refreshes');
}

/**
 * As announced, and a second more each time that the announcement was not kept; without one after a growing
 * delay.
 */
function nextTry(context: ExecutionContext, view: View, tries: number): number {
  const { retryAt } = view;
  if (typeof retryAt === 'number') return retryAt + (tries - 1) * 1000;
  return context.clock.now() + growingDelay(tries);
}

async function exchangeOf(context: ExecutionContext, { call, route, cut }: Sending): Promise<Exchange> {
  const { signal } = context;
  const options = cut ? { cutAfterSending: true, signal } : { signal };
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
    outcome: { kind: 'broken', reason: 'reset', detail },
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
