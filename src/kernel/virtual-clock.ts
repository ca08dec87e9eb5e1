// A clock that stands still while anything is under way, and jumps to its next timer as soon as nothing is. A run on it
// waits for nothing, is never late, and comes to the same on a slow machine. It moves only for somebody who waits: what
// is left of a run that has ended, such as a timer that sets itself again, costs nothing.
import { type Clock, sleepOn } from './clock.js';
import { hostNow, settled } from './host-time.js';
import { createTimerQueue } from './timer-queue.js';

export interface VirtualClock extends Clock {
  /** Time moves until the work has ended. Rejects when no timer and nothing outside is left that could end it. */
  runUntil<T>(work: Promise<T>): Promise<T>;
  /** Time moves until it is told to stop. */
  flow(): () => void;
  /** How often time went on although bytes had not been read: nobody had read any of them for a while. */
  readonly unread: number;
}

/** What is under way between the sockets of this process. */
export interface SocketsInView {
  look(): {
    /** Changes with every byte that is written or read, and with every connection that ends. */
    readonly mark: number;
    /** All that was written has been read. */
    readonly quiet: boolean;
  };
}

/** Processes that live in the time of the clock. */
export interface ProcessesInView {
  /** Resolves when none of them has anything to do before its next timer; with false when one could not be waited for. */
  quiet(): Promise<boolean>;
  /** The clock stands at this time now, in ms. */
  moved(time: number): void;
}

/** Turns of the host's loop in a row in which sockets have to be quiet: what was read is worked on in between. */
const QUIET_TURNS = 3;
/** Ms of the machine after which bytes that nobody reads hold up time no longer, */
const LONGEST_UNREAD = 1000;
/** and turns, since a machine may stand still for a second. */
const UNREAD_TURNS = 1000;
/** Virtual time that `runUntil` lets pass before it gives up: a day. */
const LONGEST_WORK = 24 * 60 * 60 * 1000;

/** @param start clock time in ms at which the clock begins. @param around default: there is nothing but this process. */
export function createVirtualClock(start: number, around?: SocketsInView | ProcessesInView): VirtualClock {
  let time = start;
  let held = 0;
  let unread = 0;
  const flowing = new Set<object>();
  let isPumping = false;
  const queue = createTimerQueue();
  const waiting = createWaiting();

  const calm = async (): Promise<void> => {
    await settled();
    if (around && !(await ('quiet' in around ? around.quiet() : quiet(around)))) unread++;
  };
  const mayMove = (): boolean => held === 0 && (flowing.size > 0 || waiting.size > 0);
  const pump = async (): Promise<void> => {
    if (isPumping || !mayMove()) return;
    isPumping = true;
    try {
      while (mayMove()) {
        await calm();
        if (!mayMove()) return;
        const first = queue.first();
        if (!first) return waiting.inVain(Infinity, 'nothing is scheduled, and the work has not ended');
        time = Math.max(time, first.dueAt);
        if (around && 'moved' in around) around.moved(time);
        if (waiting.size > 0) waiting.inVain(time, `a day has passed; next is timer ${first.name}`);
        queue.fireFirst();
      }
    } finally {
      isPumping = false;
      // A callback that threw ends this pump, and not the clock.
      if (queue.first()) void pump();
    }
  };

  const clock: VirtualClock = {
    now: () => time,
    setTimer: (name, delay, callback) => {
      const timer = queue.add(name, time, delay, callback);
      void pump();
      return timer;
    },
    sleep: (delay, signal) => sleepOn(clock, delay, signal),
    outside: async (work) => {
      held++;
      try {
        return await work;
      } finally {
        held--;
        void pump();
      }
    },
    runUntil: (work) => {
      const ended = waiting.until(work, time + LONGEST_WORK);
      void pump();
      return ended;
    },
    flow: () => {
      const flow = {};
      flowing.add(flow);
      void pump();
      return () => void flowing.delete(flow);
    },
    get unread() {
      return unread;
    },
  };
  return clock;
}

/** Those who wait in `runUntil`. */
function createWaiting() {
  const all = new Set<{ readonly limit: number; reject(error: Error): void }>();
  return {
    get size(): number {
      return all.size;
    },
    /** Settles as the work does, or rejects when it is told that it waits in vain. */
    until: <T>(work: Promise<T>, limit: number): Promise<T> =>
      new Promise((resolve, reject) => {
        const each = { limit, reject };
        all.add(each);
        work.then(resolve, reject).finally(() => all.delete(each));
      }),
    /** Tells those whose limit lies before the instant. */
    inVain: (instant: number, why: string): void => {
      for (const { limit, reject } of all)
        if (limit < instant) reject(new Error(`virtual time stands still: ${why}`));
    },
  };
}

/** Resolves with true when nothing is under way, with false when what is has not moved for a while. */
export async function quiet(traffic: SocketsInView): Promise<boolean> {
  let last = traffic.look();
  let turns = last.quiet ? 1 : 0;
  let movedAt = hostNow();
  let unmoved = 0;
  while (turns < QUIET_TURNS) {
    await settled();
    const now = traffic.look();
    if (now.mark !== last.mark) {
      movedAt = hostNow();
      unmoved = 0;
      turns = now.quiet ? 1 : 0;
    } else if (now.quiet) turns++;
    else if (++unmoved > UNREAD_TURNS && hostNow() - movedAt > LONGEST_UNREAD) return false;
    last = now;
  }
  return true;
}
