// Laws of a device at work: it does one thing at a time, gets free again, and does nothing twice.
import { SUCCESS } from '../../contract/error-codes.js';
import { OPERATIONS, touchesOf, waitOf } from '../../contract/operations.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Interval, mayOverlap } from '../../kernel/interval.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { endsIn, isAtWork, type Intended, intendedIn, isRefused } from './history.js';
import { commandIn } from '../target/command-in.js';
import { keyIn, isRefresh, surelyWaited } from './sightings.js';
import {
  type AnsweredCall,
  answerWords,
  type SeenExchange,
  type TraceView,
  isSteady,
  type SeenStimulus,
} from './trace-view.js';

// A device carries out one operation at a time. When an operation took place is not seen, only between which
// moments; so two that overlap prove nothing, unless one of them is known to have lasted.

/**
 * Any number of operations fit one after the other into overlapping spans, if each is short enough. The
 * interface gives no durations, and what a command says of its own times is the target's word. One thing does
 * last: a transceive that nobody answered has waited for its whole timeout. Wherever in its span it began, it
 * was running in the part that all placements share, and whatever was done wholly inside of that was done at
 * the same time.
 */
export const oneAtATime: Invariant = {
  name: 'one-at-a-time',
  rules: ['busy.one-at-a-time'],
  judge: (view) => {
    const repeats = repeatsIn(view.exchanges);
    const fresh = view.answered.filter(({ id }) => !repeats.has(id));
    return [...groupBy(fresh, ({ request }) => request.deviceId)].flatMap(([deviceId, all]) =>
      deviceId === undefined ? [] : all.flatMap((long) => judgeDuring(long, all, view)),
    );
  },
};

function judgeDuring(
  long: AnsweredCall,
  all: readonly AnsweredCall[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const running = surelyRunning(long, view);
  if (!running) return [];
  return all
    .filter(({ span }) => running.from < span.from && span.to < running.to)
    .flatMap((each) => {
      const refused = isAtWork(each);
      if (!refused && !carriedOut(each)) return [];
      const expected = 'DEVICE_BUSY while a transceive waits for a response that does not come';
      return [judgement('busy.one-at-a-time', refused, expected, answerWords(each), long.id, each.id)];
    });
}

/** The time in which the operation was running, whenever it began; undefined when there is no such time. */
function surelyRunning(
  { request: { operation }, reply, span }: AnsweredCall,
  view: TraceView,
): Interval | undefined {
  const { commandId, status } = commandIn(reply.data) ?? {};
  const end = endsIn(view).get(String(commandId)) ?? { status, seenAt: span.to };
  const waited = surelyWaited(operation, end.status);
  // One that ended before its timeout ended for another reason.
  if (waited === 0 || end.seenAt - span.from < waited) return undefined;
  return { from: end.seenAt - waited, to: span.from + waited };
}

/** At the device, before the reply: a command that is still pending may have been put off. */
function carriedOut(exchange: AnsweredCall): boolean {
  const { request, reply } = exchange;
  if (reply.code !== SUCCESS) return false;
  if (isRefresh(exchange)) return true;
  const control = request.operation && OPERATIONS[request.operation.name].scope === 'device:control';
  return control === true && commandIn(reply.data)?.['status'] === 'succeeded';
}

/** Requests under a key that was sent before: they get the outcome of another, and do nothing themselves. */
function repeatsIn(exchanges: readonly SeenExchange[]): ReadonlySet<number> {
  const keyed = exchanges.filter(({ request }) => request.idempotencyKey !== undefined);
  const byKey = groupBy(keyed, ({ request }) => keyIn(request));
  return new Set([...byKey.values()].flatMap((uses) => uses.slice(1).map(({ id }) => id)));
}

// The packing bound: operations that are each known to occupy a device for some time do not fit into less time
// than they take together (busy.one-at-a-time).

export const packing: Invariant = {
  name: 'packing',
  rules: ['busy.one-at-a-time'],
  judge: (view) => {
    const lasting = intendedIn(view).flatMap(lastingOf);
    return [...groupBy(lasting, ({ deviceId }) => deviceId).values()].flatMap(judgePacking);
  },
};

interface Lasting {
  readonly deviceId: string;
  readonly exchange: number;
  readonly from: number;
  readonly to: number;
  readonly takes: number;
}

/** A transceive that nobody answered has kept the device for its whole timeout. */
function lastingOf({ operation, uses, status, deviceId, span, endSeenAt }: Intended): readonly Lasting[] {
  const ended = uses.find(({ reply }) => reply?.code === SUCCESS);
  const takes = surelyWaited(operation, status);
  if (!ended || endSeenAt === undefined || takes === 0) return [];
  return [{ deviceId, exchange: ended.id, from: span.from, to: endSeenAt, takes }];
}

function judgePacking(all: readonly Lasting[]): readonly InvariantJudgement[] {
  if (all.length < 2) return [];
  for (const { from } of all) {
    for (const { to } of all) {
      const inside = all.filter((each) => each.from >= from && each.to <= to);
      const needed = inside.reduce((sum, { takes }) => sum + takes, 0);
      if (inside.length > 1 && needed > to - from) return [unpacked(inside, needed, to - from)];
    }
  }
  const expected = 'the operations to fit one after the other';
  return [judgement('busy.one-at-a-time', true, expected, 'they do', ...all.map(({ exchange }) => exchange))];
}

function unpacked(inside: readonly Lasting[], needed: number, span: number): InvariantJudgement {
  const expected = `${inside.length} transceives that nobody answered to take ${Math.round(needed)} ms at least, one after the other`;
  const actual = `all were carried out within ${Math.round(span)} ms`;
  return judgement('busy.one-at-a-time', false, expected, actual, ...inside.map(({ exchange }) => exchange));
}

// DEVICE_BUSY means that another operation is communicating with the device: where nothing can be, it is wrong.

export const lane: Invariant = {
  name: 'lane',
  alone: true,
  rules: ['busy.released', 'busy.per-device'],
  judge: (view) =>
    view.answered
      .filter((each) => each.request.deviceId !== undefined && isAtWork(each))
      .filter(({ request }) => isSteady(request.deviceId ?? '', view))
      .flatMap((refused) => judgeRefusal(refused, view)),
};

/** How long what was lost on its way, or has not ended, may go on, in ms. */
const LONGEST_OPERATION = 30_000;
/** A jog may keep its device for as long as it lasts. */
const LONGEST_JOG = 5000;
/** A reply may come before the device has ended what it was asked for: so much later it has, in ms. */
const AFTER_REPLY = 600;

function judgeRefusal(refused: SeenExchange, { exchanges }: TraceView): readonly InvariantJudgement[] {
  const { deviceId } = refused.request;
  const others = exchanges.filter((each) => each.id !== refused.id && occupies(each));
  const own = others.filter(({ request }) => request.deviceId === deviceId);
  const held = own.some((each) => mayOverlap(timeOf(each), refused.span));
  const expected = 'no DEVICE_BUSY where no operation of this device can be running';
  const elsewhere = others.some(
    (each) => each.request.deviceId !== deviceId && mayOverlap(timeOf(each), refused.span),
  );
  const before = own.filter(({ span }) => span.from < refused.span.from).at(-1);
  // What came before this trace began may have left the device at work.
  if (!held && !elsewhere && before === undefined) return [];
  const rule = !held && elsewhere ? 'busy.per-device' : 'busy.released';
  const actual = held ? 'one was, or may have been' : 'all that was asked of it had ended';
  return [judgement(rule, held, expected, actual, refused.id, ...(before ? [before.id] : []))];
}

/** Whether it may have communicated with its device. */
function occupies(exchange: SeenExchange): boolean {
  const { what, operation, deviceId } = exchange.request;
  if (deviceId === undefined || isAtWork(exchange) || isRefused(exchange)) return false;
  return operation !== undefined || isRefresh(exchange) || what === 'raw';
}

/** How long the device may have been at it. */
function timeOf({ span, request, reply }: SeenExchange): Interval {
  const { operation } = request;
  const { status } = (reply && commandIn(reply.data)) ?? {};
  const pending = status === 'pending' || reply?.code === 'INTERNAL_ERROR';
  const jogs =
    operation && touchesOf(operation).some((touch) => touch.kind === 'relay' && touch.to === 'jog');
  if (reply && !pending) return { from: span.from, to: span.to + (jogs ? LONGEST_JOG : AFTER_REPLY) };
  const waits = operation ? waitOf(operation) : 0;
  return { from: span.from, to: Math.min(span.to, span.from) + LONGEST_OPERATION + waits };
}

// One key, one execution: where somebody counts what a device has carried out, the count fits what was accepted.

export const executions: Invariant = {
  name: 'executions',
  alone: true,
  rules: [
    'idempotency.no-second-execution',
    'idempotency.timeout-is-final',
    'idempotency.after-lost-response',
    'idempotency.reused-for-another-request',
    'busy.refused-has-no-effect',
    'commands.created-by-every-operation',
  ],
  judge: (view) => {
    const intended = intendedIn(view);
    const looks = view.stimuli.filter(({ name, outcome }) => name === 'executions' && outcome === 'applied');
    return looks.flatMap((before) => {
      const after = looks.find((each) => each.seq > before.seq && each.deviceId === before.deviceId);
      return after ? judgeBetween(before, after, intended, view) : [];
    });
  },
};

function judgeBetween(
  before: SeenStimulus,
  after: SeenStimulus,
  intended: readonly Intended[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const { deviceId } = before;
  const counted = Number(after.detail) - Number(before.detail);
  if (deviceId === undefined || !Number.isFinite(counted) || !isSteady(deviceId, view)) return [];
  const own = intended.filter((each) => each.deviceId === deviceId);
  const possible = own.filter(
    ({ certainty, span }) =>
      certainty !== 'never' && span.from <= after.span.to && span.to >= before.span.from,
  );
  const expected = `at most ${possible.length} operations carried out by ${deviceId}`;
  const held = counted <= possible.length;
  const actual = `${counted} carried out`;
  const shown = own.flatMap(({ uses }) => uses.map(({ id }) => id));
  return rulesOf(own, held).map((rule) => judgement(rule, held, expected, actual, ...shown));
}

/** Which rule too many executions break depends on what there was to be carried out once too often. */
function rulesOf(own: readonly Intended[], held: boolean): readonly RuleId[] {
  const repeated = own.filter(({ uses }) => uses.length > 1);
  const occasions: readonly (readonly [RuleId, boolean])[] = [
    ['idempotency.timeout-is-final', repeated.some(({ status }) => status === 'timeout')],
    ['idempotency.after-lost-response', repeated.some(({ uses }) => uses.some(({ broken }) => broken))],
    ['idempotency.no-second-execution', repeated.length > 0],
    ['busy.refused-has-no-effect', own.some(({ uses }) => uses.some(isAtWork))],
  ];
  const rules = occasions.flatMap(([rule, occasion]) => (occasion ? rule : []));
  if (held) return rules;
  // Another request under a used key, which the service did not refuse.
  if (own.some(({ reuses }) => reuses.some((use) => !isRefused(use))))
    return ['idempotency.reused-for-another-request'];
  return rules.slice(0, 1).length > 0 ? rules.slice(0, 1) : ['commands.created-by-every-operation'];
}
