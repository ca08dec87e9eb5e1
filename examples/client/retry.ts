// The one policy of repeating a request, for both channels. What is repeated is the same request, with the same
// idempotency key; how often is limited.
import { type Answer, verdictOn } from './answer.js';
import type { BackOff } from './back-off.js';
import { type Holds, untilFree } from './holds.js';
import type { Clock } from './ports.js';

export interface Work {
  /** What a 429 holds back. */
  readonly scope: string;
  /** Whether it does no harm to send it again when nobody knows what became of it: reads, and what has a key. */
  readonly repeatable: boolean;
  /** Ms before it is sent again when no reply came; the usual delay when absent. */
  readonly leastAfterLoss?: number;
  /** One try. */
  send(): Promise<Answer>;
}

/** Resolves with the last answer. Rejects when the client is closed. */
export type Retry = (work: Work) => Promise<Answer>;

const MOST_TRIES = 6;
/** A longer announced wait is the caller's to decide about, in ms. */
const LONGEST_WAIT = 120_000;

export function createRetry(clock: Clock, backOff: BackOff, holds: Holds, closing: AbortSignal): Retry {
  return async ({ scope, repeatable, leastAfterLoss, send }) => {
    let last: Answer | undefined;
    for (let tries = 1; ; tries++) {
      if (holds.left(scope) > LONGEST_WAIT) return last ?? heldBack(holds.left(scope));
      await untilFree(holds, scope, clock, closing);
      const answer = (last = await send());
      const verdict = verdictOn(answer);
      if (verdict === 'done' || verdict === 'final') return answer;
      const announced = answer.kind === 'reply' ? answer.retryAfter : undefined;
      if (verdict === 'limited') holds.hold(scope, backOff.limited(announced ?? backOff.retry(tries)));
      if (tries === MOST_TRIES || (verdict === 'failed' && !repeatable)) return answer;
      const least = answer.kind === 'none' ? leastAfterLoss : undefined;
      if (verdict !== 'limited') await clock.sleep(backOff.retry(tries, least), closing);
    }
  };
}

function heldBack(ms: number): Answer {
  const message = `the service asked not to be called again for ${Math.ceil(ms / 1000)} s`;
  return { kind: 'not sent', code: 'HELD_BACK', message };
}
