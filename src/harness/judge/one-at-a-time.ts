// A device carries out one operation at a time. When an operation took place is not seen, only between which
// moments; so two that overlap prove nothing, unless one of them is known to have lasted.
import { SUCCESS } from '../../contract/error-codes.js';
import { OPERATIONS } from '../../contract/operations.js';
import type { Interval } from '../../kernel/interval.js';
import { isObject } from '../../kernel/json.js';
import { keyIn } from './asked.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { isAtWork } from './model/intended.js';
import { isRefresh } from './refreshes.js';
import { commandIn } from './sightings.js';
import { surelyWaited } from './surely-waited.js';
import { type AnsweredCall, answerWords, type SeenExchange } from './trace-view.js';

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
  judge: ({ exchanges, answered }) => {
    const repeats = repeatsIn(exchanges);
    const fresh = answered.filter(({ id }) => !repeats.has(id));
    return [...groupBy(fresh, ({ request }) => request.deviceId)].flatMap(([deviceId, all]) =>
      deviceId === undefined ? [] : all.flatMap((long) => judgeDuring(long, all)),
    );
  },
};

function judgeDuring(long: AnsweredCall, all: readonly AnsweredCall[]): readonly InvariantJudgement[] {
  const running = surelyRunning(long);
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
function surelyRunning({ request: { operation }, reply, span }: AnsweredCall): Interval | undefined {
  const waited = surelyWaited(operation, statusIn(reply.data));
  // One that ended before its timeout ended for another reason.
  if (waited === 0 || span.to - span.from < waited) return undefined;
  return { from: span.to - waited, to: span.from + waited };
}

/** At the device, before the reply: a command that is still pending may have been put off. */
function carriedOut(exchange: AnsweredCall): boolean {
  const { request, reply } = exchange;
  if (reply.code !== SUCCESS) return false;
  if (isRefresh(exchange)) return true;
  const control = request.operation && OPERATIONS[request.operation.name].scope === 'device:control';
  return control === true && statusIn(reply.data) === 'succeeded';
}

function statusIn(data: unknown): unknown {
  return isObject(data) ? commandIn(data)?.['status'] : undefined;
}

/** Requests under a key that was sent before: they get the outcome of another, and do nothing themselves. */
function repeatsIn(exchanges: readonly SeenExchange[]): ReadonlySet<number> {
  const keyed = exchanges.filter(({ request }) => request.idempotencyKey !== undefined);
  const byKey = groupBy(keyed, ({ request }) => keyIn(request));
  return new Set([...byKey.values()].flatMap((uses) => uses.slice(1).map(({ id }) => id)));
}
