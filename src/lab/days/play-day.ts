// Plays a day on a running simulator: its faults and stimuli at their times, or when the client does what they wait
// for. The clock is the simulator's.
import type { Day, Occasion, When } from '../../audit/days/day.js';
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import type { Journal } from '../../simulator/control/journal/journal.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
import { doStimulus } from './do-stimulus.js';

export interface PlayedDay {
  /** Nothing is staged any more from now on. */
  stop(): void;
}

export function playDay(day: Day, running: RunningSimulator, clock: Clock): PlayedDay {
  const timers: { cancel(): void }[] = [];
  const stops: (() => void)[] = [];
  const after = (ms: number, act: () => void): void => void timers.push(clock.setTimer('day', ms, act));
  const onTime = (at: number | undefined, when: When | undefined, act: () => void): void => {
    if (when) stops.push(waitFor(running.journal, when, act));
    else if (at === undefined || at === 0) act();
    else after(at, act);
  };

  for (const { when, ...entry } of day.faults) onTime(0, when, () => void running.faults.order(entry));
  for (const stimulus of day.stimuli) {
    const turn = (times: number): void => {
      doStimulus(running, stimulus, times);
      const { again } = stimulus;
      if (again !== undefined && times + 1 < stimulus.times) after(again, () => turn(times + 1));
    };
    onTime(stimulus.at, stimulus.when, () => turn(0));
  }
  return {
    stop: () => {
      for (const timer of timers) timer.cancel();
      for (const stop of stops) stop();
    },
  };
}

function waitFor(journal: Journal, { sees, nth, every, times }: When, act: () => void): () => void {
  let seen = 0;
  let done = 0;
  const stop = journal.listen((record) => {
    if (!isOccasion(record, sees)) return;
    seen++;
    const isTurn = seen === nth || (every !== undefined && seen > nth && (seen - nth) % every === 0);
    if (!isTurn || done >= times) return;
    done++;
    act();
  });
  return stop;
}

const COMMANDS: readonly string[] = ['device.operation.execute', ...OPERATING_ENDPOINTS];

function isOccasion(record: JournalRecord, sees: Occasion): boolean {
  if (sees === 'connection') return record.kind === 'connection' && record.state === 'open';
  if (sees === 'event') return record.kind === 'event' && (record.to ?? []).length > 0;
  if (record.kind !== 'request') return false;
  if (sees === 'command') return COMMANDS.includes(record.what);
  if (sees === 'refresh') return record.what === 'devices.read' || record.what === 'device.state.get';
  return record.what === sees;
}
