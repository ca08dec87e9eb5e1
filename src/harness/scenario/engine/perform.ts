// What every request verb does: sends the call its way, keeps the reply under a name, checks it.
import { expectedFields, list, type Requesting } from '../language/modifiers.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Call } from '../../target/call.js';
import { interferenceIn } from '../../target/interference.js';
import { isObject } from '../../../kernel/json.js';
import type { ReplyView } from '../view/reply-view.js';
import type { BoundDevice } from '../view/bound-device.js';
import type { Step } from '../verbs/verb.js';
import { whatOf } from '../../target/promises.js';
import { evaluateExpectation, observe } from './checkpoint.js';
import { ensureOpen } from './connect.js';
import { summary } from './evaluate.js';
import { channelOf, routeOf } from './route.js';
import type { CaptureRoute } from './capture.js';
import { type Sending, sendOnce, sendPatiently, type Sent } from './send.js';
import { blocked, type ExecutionContext, type Halt, pauseUntil } from './execution-context.js';
import { commandStatus, isFinal } from '../../../contract/schemas/scalars.js';

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
  if (isImplicit(fields) || patient) {
    const lost = await openOn(context, route);
    if (lost) return lost;
  }
  const wanted = (patient && prepares) || expectedFields(fields.expect ?? {})['code'] === SUCCESS;
  const sending: Sending = { call, route, device, cut: fields.cut === true, wanted };
  let sent = patient ? await sendPatiently(context, sending) : await sendOnce(context, sending);
  if ('kind' in sent) return sent;
  // What the run itself broke off is no evidence about the target.
  if (context.signal.aborted && sent.view['outcome'] === 'broken') return { kind: 'interrupted' };
  if (fields.settled ?? (patient && prepares)) {
    const settled = await settleCheck(context, sent, route.client);
    if ('kind' in settled) return settled;
    sent = settled;
  }
  if (endedInVain(sent.view, call) !== undefined) context.notes.endedInVain();
  keep(context, fields.as, sent, sending);
  if (fields.cut) {
    // Whatever comes next over this connection opens it anew.
    if (route.via === 'connection') context.connections.forget(route.connection);
    return undefined;
  }
  if (fields.expect !== undefined)
    return check(context, step, insisting(context, fields, sending), { sent, sending });
  return prepares && patient
    ? unprepared(sent, call, list(fields.as)[0] ?? step.label)
    : noteDisturbance(context, sent);
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
  const by = interferenceIn(view)?.kind;
  if (by === 'broken' || by === 'internal-error') context.notes.disturbed(by, summary(view, {}));
}

/** No step opens the connection of `via: ws`: it is opened when it is needed. */
function isImplicit(fields: Requesting): boolean {
  return fields.via === 'ws';
}

function openOn(context: ExecutionContext, route: CaptureRoute): Promise<Halt | undefined> | undefined {
  return route.via === 'connection' ? ensureOpen(context, route.connection, route.client) : undefined;
}

// Commands may end within their request or later: waits until one has, by reading it.

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

/** The reply with the command as it ended; replies without a running command come back as they are. */
async function settleCheck(context: ExecutionContext, sent: Sent, client: string): Promise<Sent | Halt> {
  const { command } = sent.view;
  if (!isObject(command) || !isRunning(command['status'])) return sent;
  const commandId = command['commandId'];
  if (typeof commandId !== 'string') return sent;
  const giveUpAt = context.clock.now() + context.patience;
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
    const now = read.view['command'];
    if (isObject(now) && !isRunning(now['status']))
      return { exchange: sent.exchange, view: { ...sent.view, command: { ...command, ...now } } };
    if (context.clock.now() > giveUpAt) return blocked(`command ${commandId} has not ended`);
  }
}

function isRunning(status: unknown): boolean {
  const known = commandStatus.safeParse(status);
  return known.success && !isFinal(known.data);
}
