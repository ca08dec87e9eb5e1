// Whether the target still gives a sign of life, over all checks that run: one check alone may try for minutes
// before it gives up on a target that is gone.
import type { Clock } from '../../kernel/clock.js';
import type { Exchange } from './call.js';
import type { Connected } from './target.js';

export type Liveness = ReturnType<typeof createLiveness>;

/** The target is asked after this many requests in a row, of any checks, got no reply. */
const MOST_MISSED = 5;

/** And for this long from the first of them on, in ms: a service that restarts is silent for some seconds. */
const SILENCE = 12_000;

/** @param suspect asks the target itself; true when it answered after all. Never called twice at a time. */
export function createLiveness(clock: Pick<Clock, 'now'>, suspect: () => Promise<boolean>) {
  let missed = 0;
  let missedSince = 0;
  let asking = false;
  const heard = (): void => {
    missed = 0;
  };
  const miss = (): void => {
    if (missed++ === 0) missedSince = clock.now();
    if (asking || missed < MOST_MISSED || clock.now() - missedSince < SILENCE) return;
    asking = true;
    void suspect().then((answered) => {
      asking = false;
      if (answered) heard();
    });
  };
  return {
    exchange: (outcome: Exchange['outcome']) => {
      if (outcome.kind === 'reply') heard();
      // What the harness broke off itself says nothing.
      else if (outcome.reason !== 'cut') miss();
    },
    connected: (outcome: Connected) => {
      if (outcome.kind === 'open' || outcome.status !== undefined) heard();
      else miss();
    },
  };
}
