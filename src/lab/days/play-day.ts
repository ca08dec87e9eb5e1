// Plays a day on a running simulator: its faults and stimuli at their times, or when the client does what they wait
// for. The clock is the simulator's.
import type { Day, When } from '../../audit/days/day.js';
import type { Clock } from '../../kernel/clock.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
import { doStimulus } from './do-stimulus.js';
import { type WatchedTraffic, waitFor } from './wait-for.js';

export interface PlayedDay {
  /** The time of the day begins: what is said of later moments counts from now. */
  begin(): void;
  /** Nothing is staged any more from now on. */
  stop(): void;
}

/** Where a day is played. */
export interface Scene {
  readonly journal: WatchedTraffic;
  readonly faults: { order(written: unknown): unknown };
  readonly device: RunningSimulator['device'];
}

/** What is there from the beginning is there at once, since the first request of the client may come at any moment. */
export function playDay(day: Day, scene: Scene, clock: Clock): PlayedDay {
  const timers: { cancel(): void }[] = [];
  const stops: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const onTime = (at: number, when: When | undefined, act: () => void): void => {
    if (when) stops.push(waitFor(scene.journal, when, act));
    else if (at === 0) act();
    else waiting.push(() => void timers.push(clock.setTimer('day', at, act)));
  };

  for (const { when, ...entry } of day.faults) {
    const order = (): void => void scene.faults.order(entry);
    // The fault itself knows its `after`; it counts from the order.
    if (when || entry['after'] === undefined) onTime(0, when, order);
    else waiting.push(order);
  }
  for (const stimulus of day.stimuli) {
    let turn = 0;
    const again = (): void => {
      doStimulus(scene, stimulus, turn);
      turn++;
      const { again: pause } = stimulus;
      if (pause !== undefined && turn < stimulus.times && !stimulus.when)
        timers.push(clock.setTimer('day', pause, again));
    };
    onTime(stimulus.at ?? 0, stimulus.when, again);
  }
  return {
    begin: () => {
      for (const each of waiting.splice(0)) each();
    },
    stop: () => {
      waiting.length = 0;
      for (const timer of timers) timer.cancel();
      for (const stop of stops) stop();
    },
  };
}
