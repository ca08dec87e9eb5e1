// Where a clock stands that follows the machine's time, and what makes it move.
import { assert } from './assert.js';
import { hostNow } from './host-time.js';

export interface ClockHand {
  readonly speed: number;
  readonly paused: boolean;
  now(): number;
  moves(): boolean;
  pause(paused: boolean): void;
  setSpeed(speed: number): void;
  /** Stands still for a step, whatever the pause says, until it is released. */
  hold(): void;
  release(): void;
  /** Never backwards. */
  moveTo(time: number): void;
}

/** @param start default: the machine's time. */
export function createClockHand(initialSpeed: number, start?: number): ClockHand {
  assertSpeed(initialSpeed);
  let speed = initialSpeed;
  let paused = false;
  let held = false;
  /** The clock stood at `time` when the machine's was at `anchor`. */
  let anchor = hostNow();
  let time = start ?? anchor;

  const moves = (): boolean => !paused && !held;
  const now = (): number => (moves() ? time + (hostNow() - anchor) * speed : time);
  const change = (apply: () => void): void => {
    time = now();
    anchor = hostNow();
    apply();
  };
  return {
    get speed() {
      return speed;
    },
    get paused() {
      return paused;
    },
    now,
    moves,
    pause: (to) => change(() => (paused = to)),
    setSpeed: (to) => {
      assertSpeed(to);
      change(() => (speed = to));
    },
    hold: () => change(() => (held = true)),
    release: () => change(() => (held = false)),
    moveTo: (to) => {
      time = Math.max(time, to);
    },
  };
}

function assertSpeed(speed: number): void {
  assert(Number.isFinite(speed) && speed > 0, `a clock's speed is a positive number, not ${speed}`);
}
