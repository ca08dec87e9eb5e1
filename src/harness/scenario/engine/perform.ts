// What every request verb does: sends the call its way, keeps the reply under a name, checks it.
import { expectedFields, list, type Requesting } from '../language/modifiers.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Call, Exchange } from '../../target/call.js';
import {
  type Interference,
  interferenceIn,
  refusesValues,
  type InterferenceKind,
} from '../../target/interference.js';
import { isObject } from '../../../kernel/json.js';
import { type BoundDevice, type ReplyView, replyView } from '../view/views.js';
import type { Step } from '../verbs/verb.js';
import { whatOf } from '../../target/promises.js';
import { evaluateExpectation, observe, summary } from './checkpoint.js';
import { connectPatiently, ensureOpen } from './connect.js';
import { channelOf, isAuthenticated, routeOf } from './route.js';
import {
  blocked,
  type CaptureRoute,
  type ExecutionContext,
  type Halt,
  pauseUntil,
} from './execution-context.js';
import { commandIn, unendedCommandIn } from '../../target/command-in.js';
import { retry } from '../../target/retry.js';
import type { RequestOptions } from '../../target/target.js';
import { show } from '../language/show.js';

export interface Request {
  readonly call: Call;
  readonly device?: BoundDevice;
  /** Who asks, where the verb itself names the client. */
  readonly client?: string;
  /** The channel where the step names none. */
  readonly usual: 'rest' | 'ws';
}

export async function perform(
  context: ExecutionContext,
  step: Step,
  fields: Requesting & { readonly settled?: boolean | undefined },
  request: Request,
): Promise<Halt | undefined> {
  const route = routeOf(context, { ...fields, client: request.client ?? fields.client }, request.usual);
  if (!route) return blocked(`${fields.authenticate} stands for no token`);
  return performOn(context, step, fields, { ...request, route });
}

export async function performOn(
  context: ExecutionContext,
  step: Step,
  fields: Requesting & { readonly settled?: boolean | undefined },
  {
    call,
    device,
    route,
  }: { readonly call: Call; readonly device?: BoundDevice | undefined; readonly route: CaptureRoute },
): Promise<Halt | undefined> {
  const forbidden = context.guard(call);
  if (forbidden !== undefined) return { kind: 'unsafe', why: forbidden };
  const prepares = fields.expect === undefined;
  const patient = fields.patient ?? (prepares && !fields.cut);
  // No step opens the connection of `via: ws`: it is opened when it is needed.
  if (route.via === 'connection' && (fields.via === 'ws' || patient)) {
    const lost = await ensureOpen(context, route.connection, route.client);
    if (lost) return lost;
  }
  const wanted = (patient && prepares) || expectedFields(fields.expect ?? {})['code'] === SUCCESS;
  const sending: Sending = { call, route, device, cut: fields.cut === true, wanted };
  let sent = patient ? await sendPatiently(context, sending) : await sendOnce(context, sending);
  if ('kind' in sent) return sent;
  // What the run itself broke off is no evidence about the target.
  if (context.signal.aborted && sent.view['outcome'] === 'broken') return { kind: 'interrupted' };
  if (isGone(context, sent.view, sending)) return { kind: 'unfit', why: GONE_WORDS };
  if (fields.settled ?? (patient && prepares)) {
    const settled = await settleCheck(context, sent, route.client);
    if ('kind' in settled) return settled;
    sent = settled;
  }
  if (step.times === 1) sent = await wholeList(context, sent, sending);
  if (endedInVain(sent.view, call) !== undefined) context.notes.endedInVain();
  keep(context, fields.as, sent, sending);
  if (fields.cut) {
    // Whatever comes next over this connection opens it anew.
    if (route.via === 'connection') context.connections.forget(route.connection);
    return undefined;
  }
  if (fields.expect !== undefined)
    return check(context, step, insisting(context, fields, sending), { sent, sending });
  if (fields.optional && refusesValues(sent.view)) return undefined;
  return prepares && patient
    ? unprepared(sent, call, list(fields.as)[0] ?? step.label)
    : noteDisturbance(context, sent);
}

const GONE_WORDS = 'it needs the single-relay endpoint, which is planned for removal, and is gone here';

/** How a path is refused that a server does not have. */
const GONE: ReadonlySet<unknown> = new Set([404, 405, 410, 501]);

/** The single-relay endpoint finds none of the relays of a device that the client may access, and never did. */
function isGone(
  { target, clients }: ExecutionContext,
  view: ReplyView,
  { call, device, route }: Sending,
): boolean {
  if (call.name !== 'operate' || call.compatibility !== true || !GONE.has(view['status'])) return false;
  if (!device || call.operation.name !== 'device.relay.set') return false;
  const own = clients.get(route.client)?.devices;
  if (own && !own.includes(device.profileName ?? device.name)) return false;
  const known = new Set(Object.values(device.relays));
  const isKnown = call.operation.params.relays.every(({ index }) => known.has(index));
  return isKnown && !target.answers.hasSucceeded('relays.set-one');
}

/**
 * Where the quotas of a client are small, and other checks use them, the 429 of a refresh or an operation may be that of a quota, and proves
 * nothing about the device.
 */
function insisting<F extends Requesting>(
  { target, ownClients }: ExecutionContext,
  fields: F,
  { call, route }: Sending,
): F {
  const isOfDevice = call.name === 'refresh' || call.name === 'operate';
  if (fields.insist === undefined || !isOfDevice || ownClients) return fields;
  if (!target.answers.meetsQuotas(route.client)) return fields;
  return { ...fields, insist: list(fields.insist).filter((word) => word !== 'RATE_LIMITED') };
}

function check(
  context: ExecutionContext,
  step: Step,
  fields: Requesting,
  { sent: { view, exchange }, sending }: { readonly sent: Sent; readonly sending: Sending },
): Halt | undefined {
  const expected = expectedFields(fields.expect ?? {});
  const evaluation = evaluateExpectation(context, expected, view, fields.within);
  if (evaluation.by) context.notes.disturbed(evaluation.by, evaluation.actual);
  const asked = sending.wanted ? whatOf(sending.call, channelOf(sending.route)) : undefined;
  return observe(context, step, fields, evaluation, { exchanges: [exchange], asked });
}

function keep(
  context: ExecutionContext,
  name: string | undefined,
  { view, exchange }: Sent,
  sending: Sending,
): void {
  if (name === undefined) return;
  const { call, route, device } = sending;
  const sent = device ? { call, route, device } : { call, route };
  context.captures.set(name, { kind: 'reply', views: [view], many: false, sent, exchanges: [exchange] });
}

/** A step that prepares something must succeed. */
function unprepared({ view, gaveUp }: Sent, call: Call, what: string): Halt | undefined {
  if (view['code'] === SUCCESS) {
    const vain = endedInVain(view, call);
    return vain === undefined ? undefined : blocked(`${what}: its command ended as ${vain}`);
  }
  const why = gaveUp === undefined ? '' : `, ${gaveUp}`;
  return blocked(`${what}: ${summary(view, {})}${why}`, interferenceIn(view) === undefined);
}

/** A command may end without having been carried out; that nobody answers a transceive may be what is prepared. */
function endedInVain({ command }: ReplyView, call: Call): string | undefined {
  if (call.name !== 'operate' || call.operation.name === 'device.rs485.transceive') return undefined;
  const status = isObject(command) ? command['status'] : undefined;
  return status === 'failed' || status === 'timeout' ? status : undefined;
}

/** A step that only looks takes what comes; a reply that is missing or useless is remembered. */
function noteDisturbance(context: ExecutionContext, { view }: Sent): undefined {
  const by = lostIn(view);
  if (by) context.notes.disturbed(by, summary(view, {}));
}

// Commands may end within their request or later: waits until one has, by reading it.

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

/** The reply with the command as it ended; replies without a running command come back as they are. */
async function settleCheck(context: ExecutionContext, sent: Sent, client: string): Promise<Sent | Halt> {
  const command = unendedCommandIn(sent.view);
  const commandId = command?.['commandId'];
  if (typeof commandId !== 'string') return sent;
  const giveUpAt = context.clock.now() + context.patience;
  let { workedUntil } = sent.view;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const halt = await pauseUntil(
      context,
      context.clock.now() + pause,
      `waiting for command ${commandId} to end`,
    );
    if (halt) return halt;
    const read = await sendPatiently(context, {
      call: { name: 'readCommand', commandId },
      route: { via: 'rest', client },
      device: undefined,
      cut: false,
    });
    if ('kind' in read) return read;
    const { sentAt, answeredAt } = read.view;
    const now = commandIn(read.view);
    if (now && !unendedCommandIn(read.view)) {
      const lasted = Number(answeredAt) - Number(sent.view['sentAt']);
      const view = { ...sent.view, command: { ...command, ...now }, workedUntil, lasted };
      return { exchange: sent.exchange, view };
    }
    workedUntil = sentAt;
    if (context.clock.now() > giveUpAt) return blocked(`command ${commandId} has not ended`);
  }
}

// A device list may come in pages, of any size: a step that names no page is shown all of them.

const MOST_PAGES = 30;

/** The reply with the devices of all pages; as it came, where the pages cannot all be had. */
async function wholeList(context: ExecutionContext, first: Sent, sending: Sending): Promise<Sent> {
  const { call } = sending;
  if (call.name !== 'listDevices' || call.limit !== undefined || call.cursor !== undefined) return first;
  let devices: readonly unknown[] = [];
  let page: ReplyView = first.view;
  for (let read = 1; ; read++) {
    const { code, data } = page;
    if (code !== SUCCESS || !isObject(data) || !Array.isArray(data['devices'])) return first;
    devices = devices.concat(data['devices']);
    const cursor = data['nextCursor'];
    if (typeof cursor !== 'string') break;
    if (read === MOST_PAGES) return first;
    const next = await sendPatiently(context, { ...sending, call: { name: 'listDevices', cursor } });
    if ('kind' in next) return first;
    page = next.view;
  }
  if (page === first.view) return first;
  return { ...first, view: { ...first.view, devices, data: { devices }, answeredAt: page['answeredAt'] } };
}

// Sends one request on its way, and patiently when a step only prepares something.

interface Sending {
  readonly call: Call;
  readonly route: CaptureRoute;
  /** The device whose relays the reply is seen by. */
  readonly device: BoundDevice | undefined;
  readonly cut: boolean;
  /** Nothing about it is wrong on purpose, so it is to be granted. */
  readonly wanted?: boolean;
}

interface Sent {
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
async function sendOnce(context: ExecutionContext, sending: Sending): Promise<Sent> {
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
  if (call.name === 'refresh' && accepted)
    context.refreshes.note(call.deviceId, exchange.sentAt, context.clock.now());
  return { exchange: exchange.id, view };
}

/** Tries again through interference, within limits, until something else comes. */
async function sendPatiently(context: ExecutionContext, sending: Sending): Promise<Sent | Halt> {
  const early = await restBefore(context, sending);
  if (early) return early;
  const { call } = sending;
  const what = whatOf(call, channelOf(sending.route));
  const isHopeless = (): boolean => what !== undefined && context.target.answers.isHopeless(what);
  // A try that got no answer may have been carried out: what it has caused counts from there.
  let mayHaveBegun: unknown;
  const attempt = async (before: Interference | undefined): Promise<Sent | Halt> => {
    const sent = await sendAgain(context, sending, before);
    if (call.name === 'operate' && !('kind' in sent) && lostIn(sent.view))
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
    onWait: (_, { kind }) => context.waiting(`${kind}: trying ${call.name} again`),
  });
  if (retried.kind === 'interrupted') return { kind: 'interrupted' };
  const result = begunAt(retried.result, mayHaveBegun);
  if (!('kind' in result) && result.view['code'] !== SUCCESS && isHopeless())
    return blocked(`${call.name}: ${summary(result.view, {})}, as in each try of this run`, true);
  const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
  return 'kind' in result || gaveUp === undefined ? result : { ...result, gaveUp };
}

/** What has left open what became of the request. */
function lostIn(view: ReplyView): InterferenceKind | undefined {
  const by = interferenceIn(view)?.kind;
  return by === 'rate-limited' || by === 'busy' || by === 'refused' ? undefined : by;
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
