// DEVICE_BUSY means that another operation is communicating with the device: where nothing can be, it is wrong.
import { touchesOf, waitOf } from '../../../contract/operations.js';
import { type Interval, mayOverlap } from '../../../kernel/interval.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { isRefresh } from '../refreshes.js';
import type { SeenExchange, TraceView } from '../trace-view.js';
import { commandIn } from '../sightings.js';
import { isAtWork, isRefused } from '../model/intended.js';
import { isSteady } from '../model/steady.js';

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
