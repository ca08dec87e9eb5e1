// What a refresh is told to wait is the actual delay: one that is many times as long is in another unit, or made up.
import { SUCCESS } from '../../contract/error-codes.js';
import { announcedWait } from './announced-wait.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { isRefresh } from './refreshes.js';
import type { AnsweredCall } from './trace-view.js';

/** In ms: a shorter one may be a careful guess. */
const LONG = 120_000;
/** How many times as long as needed it has to be. */
const MANY_TIMES = 20;

export const announcedDelay: Invariant = {
  name: 'announced-delay',
  rules: ['refresh.retry-after-truthful'],
  judge: ({ answered }) =>
    [...groupBy(answered.filter(isRefresh), keyOf).values()].flatMap((refreshes) =>
      refreshes.filter(isPutOff).flatMap((rejected) => judgeNext(rejected, refreshes)),
    ),
};

/** Of one client: what another one is told to wait may be for a quota of its own. */
function keyOf({ request }: AnsweredCall): string {
  return `${request.deviceId} ${request.client}`;
}

function isPutOff(exchange: AnsweredCall): boolean {
  return exchange.reply.code === 'RATE_LIMITED' && (announcedWait(exchange) ?? 0) > LONG;
}

function judgeNext(
  rejected: AnsweredCall,
  refreshes: readonly AnsweredCall[],
): readonly InvariantJudgement[] {
  const next = refreshes.find(
    ({ span, reply }) => span.from > rejected.span.to && reply.code === SUCCESS && !reply.mismatches?.length,
  );
  const announced = announcedWait(rejected) ?? 0;
  const took = next && next.span.to - rejected.span.from;
  if (took === undefined || took * MANY_TIMES > announced) return [];
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  const expected = 'the actual delay, in seconds';
  const actual = `${seconds(announced)} were announced, and the device was refreshed ${seconds(took)} later`;
  return [judgement('refresh.retry-after-truthful', false, expected, actual, rejected.id, next?.id ?? -1)];
}
