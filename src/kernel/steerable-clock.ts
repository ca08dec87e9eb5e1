// A clock that follows the machine's time, at its own speed, and can be stopped, moved on and hurried while
// it runs. The system clock and the scaled clock are this one with the levers taken off.
import { assert } from './assert.js';
import { type Clock, sleepOn, type Timer } from './clock.js';
import { type ClockHand, createClockHand } from './clock-hand.js';
import { callOnHost, settled } from './host-time.js';
import { createTimerQueue, type TimerQueue } from './timer-queue.js';

export interface SteerableClock extends Clock {
  /** Clock seconds per second of the machine, when it is not paused. */
  readonly speed: number;
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  setSpeed(speed: number): void;
  /**
   * Moves time on by `duration` ms at once, paused or not. Timers due on the way fire in order, each with
   * `now()` at its due time, and promises go on in between. Steps that overlap take place one after the other.
   */
  step(duration: number): Promise<void>;
}

/** @param start default: the machine's time. */
export function createSteerableClock(initialSpeed = 1, start?: number): SteerableClock {
  const hand = createClockHand(initialSpeed, start);
  const queue = createTimerQueue();
  let steps: Promise<void> = Promise.resolve();
  const alarm = createAlarm(hand, queue);

  const steer = (change: () => void): void => {
    change();
    alarm.reset();
  };
  const stepNow = async (duration: number): Promise<void> => {
    steer(() => hand.hold());
    try {
      const end = hand.now() + duration;
      await settled();
      for (let next = queue.first(); next && next.dueAt <= end; next = queue.first()) {
        hand.moveTo(next.dueAt);
        queue.fireFirst();
        await settled();
      }
      hand.moveTo(end);
    } finally {
      steer(() => hand.release());
    }
  };

  const clock: SteerableClock = {
    now: hand.now,
    setTimer: (name, delay, callback) => {
      const timer = queue.add(name, hand.now(), delay, callback);
      const cancel = (): void => {
        timer.cancel();
        alarm.set();
      };
      alarm.set();
      return { name, dueAt: timer.dueAt, cancel };
    },
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
    get speed() {
      return hand.speed;
    },
    get paused() {
      return hand.paused;
    },
    pause: () => steer(() => hand.pause(true)),
    resume: () => steer(() => hand.pause(false)),
    setSpeed: (speed) => steer(() => hand.setSpeed(speed)),
    step: (duration) => {
      assert(Number.isFinite(duration) && duration >= 0, `a step goes forward, not by ${duration} ms`);
      const step = steps.then(() => stepNow(duration));
      steps = step.catch(() => undefined);
      return step;
    },
  };
  return clock;
}

/** What wakes the clock when its next timer is due. */
interface Alarm {
  /** Sees to it that the first timer is waited for. */
  set(): void;
  /** The same, when the hand moves in another way than before. */
  reset(): void;
}

/**
 * Holds one host timer, for the timer that is due first: host timers of their own would fire in an order that
 * is right to a millisecond of the machine only, which is a second of a clock of speed 1000.
 */
function createAlarm(hand: ClockHand, queue: TimerQueue): Alarm {
  let awaited: Timer | undefined;
  let disarm = (): void => undefined;

  const reset = (): void => {
    disarm();
    disarm = () => undefined;
    awaited = hand.moves() ? queue.first() : undefined;
    if (awaited) disarm = callOnHost(wake, (awaited.dueAt - hand.now()) / hand.speed);
  };
  const set = (): void => {
    if ((hand.moves() ? queue.first() : undefined) !== awaited) reset();
  };
  // One timer a call, so that promises go on before the next. A host timer may be early; then it is set anew.
  const wake = (): void => {
    awaited = undefined;
    const first = queue.first();
    try {
      if (first && first.dueAt <= hand.now()) queue.fireFirst();
    } finally {
      set();
    }
  };
  return { set, reset };
}
