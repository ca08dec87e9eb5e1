// Repeats a request through what is legal at any moment: refusals that announce a delay, a busy device, a
// failing server, a broken connection. Bounded by a time on the clock and by a signal.
import type { Clock } from '../../kernel/clock.js';
import type { Exchange, Outcome } from './call.js';
import { growingDelay } from './growing-delay.js';

export interface Patience {
  readonly clock: Clock;
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
  /** Also goes on when no connection can be made, or the device cannot be used: both may come back. */
  readonly throughAbsence?: boolean;
}

/** A delay that was announced is kept to; a little more than it, because clocks differ. */
const ANNOUNCED_MARGIN = 20;

/** The last exchange: the first that is worth no repeat, or the one after which time was over. */
export async function patiently(attempt: () => Promise<Exchange>, patience: Patience): Promise<Exchange> {
  const { clock, until, signal } = patience;
  for (let tries = 1; ; tries++) {
    const exchange = await attempt();
    const delay = delayAfter(exchange.outcome, tries, patience);
    if (delay === undefined || signal?.aborted || clock.now() + delay > until) return exchange;
    try {
      await clock.sleep(delay, signal);
    } catch {
      return exchange;
    }
  }
}

/** Undefined when the same request again would get the same answer. */
function delayAfter(outcome: Outcome, tries: number, { throughAbsence }: Patience): number | undefined {
  const growing = growingDelay(tries);
  if (outcome.kind === 'broken') {
    const absent = outcome.reason === 'refused';
    return absent && !throughAbsence ? undefined : growing;
  }
  const { code, status = 0, retryAfterSeconds } = outcome.reply;
  if (code === 'RATE_LIMITED' || status === 429)
    return retryAfterSeconds === undefined ? growing : retryAfterSeconds * 1000 + ANNOUNCED_MARGIN;
  const passing = code === 'DEVICE_BUSY' || code === 'INTERNAL_ERROR' || status >= 500;
  return passing || (throughAbsence && status === 409) ? growing : undefined;
}

/** What came of a request, for people: `409 DEVICE_OFFLINE`, `no reply within 10 s`. */
export function wordsOf(outcome: Outcome): string {
  if (outcome.kind === 'broken') return outcome.detail;
  const { status, code, mismatches } = outcome.reply;
  const head = [status, code].filter((part) => part !== undefined && part !== '').join(' ');
  const [mismatch] = mismatches;
  return mismatch === undefined ? head : `${head}, ${mismatch}`;
}
