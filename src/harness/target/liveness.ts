// Whether the target still gives a sign of life, over all checks that run: one check alone may try for minutes
// before it gives up on a target that is gone, or that puts everything off.
import type { Clock } from '../../kernel/clock.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Exchange } from './call.js';
import { interferenceOf } from './interference.js';
import type { Connected } from './target.js';

export type Liveness = ReturnType<typeof createLiveness>;

/** The target is asked after this many requests in a row, of any checks, got no reply. */
const MOST_MISSED = 5;

/** And for this long from the first of them on, in ms: a service that restarts is silent for some seconds. */
const SILENCE = 12_000;

/** For this long, in ms, and in so many replies: longer than any delay that a run waits out. */
const PUT_OFF = 180_000;
const MOST_PUT_OFF = 20;

interface LivenessOptions {
  /** Asks the target itself; true when it answered after all. Never called twice at a time. */
  readonly suspect: () => Promise<boolean>;
  /** All requests of the last minutes, of any checks, were only put off. */
  readonly putsOff?: (words: string) => void;
}

export function createLiveness(clock: Pick<Clock, 'now'>, { suspect, putsOff }: LivenessOptions) {
  let missed = 0;
  let missedSince = 0;
  let asking = false;
  let putOff = 0;
  let putOffSince = 0;
  const heard = (): void => {
    missed = 0;
  };
  const delayed = (code: string): void => {
    if (putOff++ === 0) putOffSince = clock.now();
    const since = clock.now() - putOffSince;
    if (putOff < MOST_PUT_OFF || since < PUT_OFF) return;
    putsOff?.(`each of ${putOff} requests of the last ${formatDuration(since)} was put off, with ${code}`);
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
      if (outcome.kind === 'reply') {
        heard();
        if (interferenceOf(outcome)) delayed(outcome.reply.code);
        else putOff = 0;
      }
      // What the harness broke off itself says nothing.
      else if (outcome.reason !== 'cut') miss();
    },
    connected: (outcome: Connected) => {
      if (outcome.kind === 'open') putOff = 0;
      if (outcome.kind === 'open' || outcome.status !== undefined) heard();
      else miss();
    },
  };
}
