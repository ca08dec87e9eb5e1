// Sends a request again until it succeeds: for what has to be done whatever else the target is busy with.
import { SUCCESS } from '../../contract/error-codes.js';
import type { Clock } from '../../kernel/clock.js';
import type { Exchange, Reply } from '../target/call.js';

export type Insisted =
  | { readonly ok: true; readonly reply: Reply }
  /** How the last try ended. */
  | { readonly ok: false; readonly why: string };

/** A target that restarts is back within this; in ms. */
const LONGEST = 20_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

/** What may be different next time: interference, not a refusal of the request itself. */
const PASSING = new Set([429, 409, 500, 502, 503, 504]);

export async function insist(
  clock: Clock,
  send: () => Promise<Exchange>,
  signal?: AbortSignal,
): Promise<Insisted> {
  const giveUpAt = clock.now() + LONGEST;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    const { outcome } = await send();
    if (outcome.kind === 'reply' && outcome.reply.code === SUCCESS) return { ok: true, reply: outcome.reply };
    const why =
      outcome.kind === 'reply'
        ? `${outcome.reply.status ?? ''} ${outcome.reply.code}`.trim()
        : outcome.detail;
    const passing = outcome.kind === 'broken' || PASSING.has(outcome.reply.status ?? 0);
    const announced = outcome.kind === 'reply' ? (outcome.reply.retryAfterSeconds ?? 0) * 1000 : 0;
    const delay = Math.max(pause, announced);
    if (!passing || signal?.aborted || clock.now() + delay > giveUpAt) return { ok: false, why };
    await clock.sleep(delay, signal).catch(() => undefined);
  }
}
