// What every request verb does: sends the call its way, keeps the reply under a name, checks it.
import { list, type Requesting, expectedFields } from '../language/modifiers.js';
import type { Call } from '../../target/call.js';
import type { BoundDevice } from '../view/bound-device.js';
import type { Step } from '../scenario.js';
import { evaluateExpectation, observe } from './checkpoint.js';
import { ensureOpen } from './connect.js';
import { disturbanceOf } from './disturbance.js';
import { summary } from './evaluate.js';
import { routeOf } from './route.js';
import { type Route } from './capture.js';
import { type Sending, sendOnce, sendPatiently, type Sent } from './send.js';
import { settle } from './settle.js';
import { blocked, type Halt, type Stage } from './stage.js';

export interface Request {
  readonly call: Call;
  readonly device?: BoundDevice;
  /** Who asks, where the verb itself names the client. */
  readonly client?: string;
  /** The channel where the step names none. */
  readonly usual: 'rest' | 'ws';
}

export async function perform(
  stage: Stage,
  step: Step,
  fields: Requesting & { readonly settled?: boolean | undefined },
  request: Request,
): Promise<Halt | undefined> {
  const route = routeOf(stage, { ...fields, client: request.client ?? fields.client }, request.usual);
  if (!route) return blocked(`${fields.authenticate} stands for no token`);
  return performOn(stage, step, fields, { ...request, route });
}

export async function performOn(
  stage: Stage,
  step: Step,
  fields: Requesting & { readonly settled?: boolean | undefined },
  {
    call,
    device,
    route,
  }: { readonly call: Call; readonly device?: BoundDevice | undefined; readonly route: Route },
): Promise<Halt | undefined> {
  const forbidden = stage.guard(call);
  if (forbidden !== undefined) return { kind: 'unsafe', why: forbidden };
  const prepares = fields.expect === undefined;
  const patient = fields.patient ?? (prepares && !fields.cut);
  if (isImplicit(fields) || patient) {
    const lost = await openOn(stage, route);
    if (lost) return lost;
  }
  const sending: Sending = { call, route, device, cut: fields.cut === true };
  let sent = patient ? await sendPatiently(stage, sending) : await sendOnce(stage, sending);
  if ('kind' in sent) return sent;
  // What was broken off by the run itself says nothing about the target.
  if (stage.signal.aborted && sent.view['outcome'] === 'broken') return { kind: 'interrupted' };
  if (fields.settled ?? (patient && prepares)) {
    const settled = await settle(stage, sent, route.client);
    if ('kind' in settled) return settled;
    sent = settled;
  }
  keep(stage, fields.as, sent, sending);
  if (fields.cut) {
    // Whatever comes next over this connection opens it anew.
    if (route.via === 'connection') stage.connections.forget(route.connection);
    return undefined;
  }
  if (fields.expect !== undefined) return check(stage, step, fields, sent);
  return prepares && patient
    ? unprepared(sent, list(fields.as)[0] ?? step.label)
    : noteDisturbance(stage, sent);
}

function check(stage: Stage, step: Step, fields: Requesting, { view, exchange }: Sent): Halt | undefined {
  const expected = expectedFields(fields.expect ?? {});
  const evaluation = evaluateExpectation(stage, expected, view, fields.within);
  if (evaluation.by) stage.notes.disturbed(evaluation.by, evaluation.actual);
  return observe(stage, step, fields, evaluation, [exchange]);
}

function keep(stage: Stage, name: string | undefined, { view, exchange }: Sent, sending: Sending): void {
  if (name === undefined) return;
  const { call, route, device } = sending;
  const sent = device ? { call, route, device } : { call, route };
  stage.captures.set(name, { kind: 'reply', views: [view], many: false, sent, exchanges: [exchange] });
}

/** A step that prepares something must succeed. */
function unprepared({ view }: Sent, what: string): Halt | undefined {
  if (view['code'] === 'SUCCESS') return undefined;
  const interference = disturbanceOf(view) !== undefined;
  return blocked(`${what}: ${summary(view, {})}`, !interference);
}

/** A step that only looks takes what comes; a reply that is missing or useless is remembered. */
function noteDisturbance(stage: Stage, { view }: Sent): undefined {
  const by = disturbanceOf(view);
  if (by === 'broken' || by === 'internal-error') stage.notes.disturbed(by, summary(view, {}));
}

/** The connection of `via: ws` is nobody's subject: it is opened when it is needed. */
function isImplicit(fields: Requesting): boolean {
  return fields.via === 'ws';
}

function openOn(stage: Stage, route: Route): Promise<Halt | undefined> | undefined {
  return route.via === 'connection' ? ensureOpen(stage, route.connection, route.client) : undefined;
}
