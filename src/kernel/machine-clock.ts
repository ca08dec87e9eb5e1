// A clock that follows the machine's time, at its own speed, and can be stopped, moved on and hurried while
// it runs. The system clock and the scaled clock are this one with the levers taken off.
import { assert } from './assert.js';
import { type Clock, sleepOn } from './clock.js';
import { callOnHost, hostNow, settled } from './host-time.js';
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
    outside: (work) => work,
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

/**
 * Holds one host timer at most, for the timer that is due first: host timers of their own would fire in an order that
 * is right to a millisecond of the machine only, which is a second of a clock of speed 1000. One that has been set stays
 * where a later timer will do: most timers are limits that are called off, and setting the host's anew costs more than
 * waking up once for nothing.
 */
function createAlarm(hand: ClockHand, queue: TimerQueue) {
  /** When the host timer fires, in time of the clock, or before; undefined while there is none. */
  let awaited: number | undefined;
  let callOff = NOTHING_SET;
  /** What is due already is called back in the next turn of the host's loop. */
  let soon: (() => void) | undefined;

  const clear = (): void => {
    soon?.();
    soon = undefined;
    callOff();
    callOff = NOTHING_SET;
    awaited = undefined;
  };
  const set = (): void => {
    const first = hand.moves() ? queue.first() : undefined;
    if (!first) return clear();
    if (soon || (awaited !== undefined && awaited <= first.dueAt)) return;
    const delay = (first.dueAt - hand.now()) / hand.speed;
    if (delay <= 0) {
      soon = callOnHost(wakeSoon, 0);
      return;
    }
    callOff();
    awaited = first.dueAt;
    callOff = callOnHost(wakeLater, delay);
  };
  // One timer a call, so that promises go on before the next. A host timer may be early; then it is set anew.
  const wake = (): void => {
    const first = queue.first();
    try {
      if (first && first.dueAt <= hand.now()) queue.fireFirst();
    } finally {
      set();
    }
  };
  const wakeSoon = (): void => {
    soon = undefined;
    wake();
  };
  const wakeLater = (): void => {
    awaited = undefined;
    wake();
  };
  const reset = (): void => {
    clear();
    set();
  };
  return {
    /** Sees to it that the first timer is waited for. */
    set /** The same, when the hand moves in another way than before. */,
    reset,
  };
}

const NOTHING_SET = (): void => undefined;

// Where a clock stands that follows the machine's time, and what makes it move.

type ClockHand = ReturnType<typeof createClockHand>;

/** @param start default: the machine's time. */
function createClockHand(initialSpeed: number, start?: number) {
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
    get speed(): number {
      return speed;
    },
    get paused(): boolean {
      return paused;
    },
    now,
    moves,
    pause: (to: boolean): void => change(() => (paused = to)),
    setSpeed: (to: number): void => {
      assertSpeed(to);
      change(() => (speed = to));
    },
    /** Stands still for a step, whatever the pause says, until it is released. */
    hold: (): void => change(() => (held = true)),
    release: (): void => change(() => (held = false)),
    /** Never backwards. */
    moveTo: (to: number): void => {
      time = Math.max(time, to);
    },
  };
}

function assertSpeed(speed: number): void {
  assert(Number.isFinite(speed) && speed > 0, `a clock's speed is a positive number, not ${speed}`);
}

export function isSteerable(clock: Clock): clock is SteerableClock {
  return 'setSpeed' in clock && 'step' in clock;
}

// A clock that runs N times as fast as the machine's. Embedded runs use it, so that a wait of three
// seconds costs a fraction of one while sockets stay real.

export interface ScaledClock extends Clock {
  /** Clock seconds per second of the machine. */
  readonly speed: number;
}

export function createScaledClock(speed: number): ScaledClock {
  const { now, setTimer, sleep, outside } = createSteerableClock(speed);
  return { speed, now, setTimer, sleep, outside };
}

// The clock of the machine: one second is one second.

export function createSystemClock(): Clock {
  const { now, setTimer, sleep, outside } = createSteerableClock(1);
  return { now, setTimer, sleep, outside };
}
