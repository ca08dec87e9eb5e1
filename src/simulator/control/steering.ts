// What can be changed about the clock that the simulator runs on: the speed of a scaled clock, the time of a manual
// one, and nothing of the system's.
import type * as z from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { parseDuration } from '../../kernel/duration.js';
import type { ManualClock } from '../../kernel/manual-clock.js';
import type { REPLIES } from './document/replies.js';
import { isSteerable } from '../../kernel/machine-clock.js';

/** A clock of speed 0 only moves when it is told to. */
export type ClockState = z.output<typeof REPLIES.Clock>;

/** What is done to the clock; in a cluster to that of all instances, and kept for those that join later. */
export interface ClockAct {
  readonly act: 'pause' | 'resume' | 'step' | 'speed';
  /** Ms of a step, or a speed; 0 for the others. */
  readonly value: number;
}

export type Steering = ReturnType<typeof createSteering>;

export function createSteering(clock: Clock) {
  return {
    state: (): ClockState => {
      const now = clock.now();
      if (isSteerable(clock)) return { kind: 'steerable', now, paused: clock.paused, speed: clock.speed };
      return isManual(clock)
        ? { kind: 'manual', now, paused: true, speed: 0 }
        : { kind: 'fixed', now, paused: false, speed: 1 };
    },
    /** False when this clock cannot do that. Resolves when all that was due on the way has happened. */
    steer: async ({ act, value }: ClockAct): Promise<boolean> => {
      if (isSteerable(clock)) {
        if (act === 'step') await clock.step(value);
        else if (act === 'speed') clock.setSpeed(value);
        else clock[act]();
        return true;
      }
      if (act !== 'step' || !isManual(clock)) return false;
      await clock.advance(value);
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
