// What can be changed about the clock that the simulator runs on: the speed of a scaled clock, the time of a manual
// one, and nothing of the system's.
import type * as z from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { parseDuration } from '../../kernel/duration.js';
import type { ManualClock } from '../../kernel/manual-clock.js';
import type { REPLIES } from './document/replies.js';
import { isSteerable, type SteerableClock } from '../../kernel/machine-clock.js';

/** A clock of speed 0 only moves when it is told to. */
export type ClockState = z.output<typeof REPLIES.Clock>;

export interface Steering {
  state(): ClockState;
  /** False when this clock cannot do that; likewise for the other methods. */
  pause(): boolean;
  resume(): boolean;
  setSpeed(speed: number): boolean;
  /** Resolves when all that was due on the way has happened. */
  step(duration: number): Promise<boolean>;
}

export function createSteering(clock: Clock): Steering {
  if (isSteerable(clock)) return overSteerable(clock);
  const manual = isManual(clock) ? clock : undefined;
  return {
    state: () => ({
      kind: manual ? 'manual' : 'fixed',
      now: clock.now(),
      paused: manual !== undefined,
      speed: manual ? 0 : 1,
    }),
    pause: () => false,
    resume: () => false,
    setSpeed: () => false,
    step: async (duration) => {
      await manual?.advance(duration);
      return manual !== undefined;
    },
  };
}

function overSteerable(clock: SteerableClock): Steering {
  const done = (act: () => void): boolean => {
    act();
    return true;
  };
  return {
    state: () => ({ kind: 'steerable', now: clock.now(), paused: clock.paused, speed: clock.speed }),
    pause: () => done(clock.pause),
    resume: () => done(clock.resume),
    setSpeed: (speed) => done(() => clock.setSpeed(speed)),
    step: async (duration) => {
      await clock.step(duration);
      return true;
    },
  };
}

function isManual(clock: Clock): clock is ManualClock {
  return 'advance' in clock;
}

/** In ms. Longer steps are refused, because all timers on the way fire while the client waits. */
export const LONGEST_STEP = parseDuration('30d') ?? 0;
export const LEAST_SPEED = 0.001;
export const MOST_SPEED = 10_000;
