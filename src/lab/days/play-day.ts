// Plays a day on a running simulator: its faults and stimuli at their times, or when the client does what they wait
// for. The clock is the simulator's.
import type { Day, DayOccasion, DayStimulus, Until, When } from '../../audit/days/day.js';
import type { Draw } from '../../audit/traffic/traffic.js';
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { applyStimulus } from '../../simulator/control/stimuli.js';
import type { JournalRecord } from '../../simulator/control/journal/entry.js';
import type { TraceRecord } from '../../trace/record.js';

/** Where a day is played. */
export interface Scene {
  readonly journal: WatchedTraffic;
  readonly faults: { order(written: unknown): unknown };
  readonly device: RunningSimulator['device'];
}

/** What is there from the beginning is there at once, since the first request of the client may come at any moment. */
export function playDay(
  day: Day,
  scene: Scene,
  clock: Clock,
  random: RandomStream,
  onDraw: (draw: Draw) => void,
) {
  const timers: { cancel(): void }[] = [];
  const stops: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const onTime = (at: number, when: When | undefined, act: () => void): void => {
    if (when) stops.push(waitFor(scene.journal, when, () => random.chance(when.chance) && act()));
    else if (at === 0) act();
    else waiting.push(() => void timers.push(clock.setTimer('day', at, act)));
  };

  for (const { when, draws, ...entry } of day.faults) {
    const order = (): void => void scene.faults.order(entry);
    if (draws) {
      const draw = (): void => {
        const treated = random.chance(draws.chance);
        onDraw({ at: clock.now(), fault: entry.fault, treated });
        if (treated) order();
        timers.push(clock.setTimer('day', draws.every, draw));
      };
      waiting.push(() => void timers.push(clock.setTimer('day', draws.from, draw)));
      continue;
    }
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
    /** The time of the day begins: what is said of later moments counts from now. */
    begin: (): void => {
      for (const each of waiting.splice(0)) each();
    },
    /** Nothing is staged any more from now on. */
    stop: (): void => {
      waiting.length = 0;
      for (const timer of timers) timer.cancel();
      for (const stop of stops) stop();
    },
  };
}

/** @param turn how often it has been done before; an input changes each time. */
function doStimulus(scene: Pick<Scene, 'device'>, stimulus: DayStimulus, turn: number): void {
  const stimuli = scene.device(stimulus.device)?.stimuli;
  const { do: kind, index = 1, active = true, key = '', value = 0, data = '' } = stimulus;
  const now = turn % 2 === 0 ? active : !active;
  if (stimuli) applyStimulus(stimuli, { kind, index, active: now, key, value, data });
}

// Waits in a journal for what a client does, as the plan of a day says: the third command, the first refresh after each
// reconnection, again and again until there are enough samples.

/** Whatever records what a client does: a simulator, or a proxy before a service. */
interface WatchedTraffic {
  listen(listener: (record: Seen) => void): () => void;
}

/** @returns the way to wait no longer. */
export function waitFor(journal: WatchedTraffic, when: When, act: () => void): () => void {
  const { after, nth, every, times, until } = when;
  const sights = { main: createSight(when), after: after && createSight({ sees: after }) };
  const enough = until && createSight(until);
  let isCounting = after === undefined;
  let seen = 0;
  let done = 0;
  let samples = 0;
  return journal.listen((record) => {
    if (enough?.(record)) samples++;
    if (sights.after?.(record)) {
      isCounting = true;
      seen = 0;
    }
    if (!isCounting || !sights.main(record)) return;
    seen++;
    const isTurn = seen === nth || (every !== undefined && seen > nth && (seen - nth) % every === 0);
    if (!isTurn || done >= times || samples >= (until?.count ?? Number.POSITIVE_INFINITY)) return;
    done++;
    act();
  });
}

type Seen = TraceRecord | JournalRecord;
type Sight = (record: Seen) => boolean;

function createSight({ sees, code }: Pick<Until, 'sees' | 'code'>): Sight {
  let connections = 0;
  if (code !== undefined) return createAnswerSight(sees, code);
  return (record) => {
    if (sees === 'connection' || sees === 'reconnection') {
      const isOpen = record.kind === 'connection' && record.state === 'open';
      if (isOpen) connections++;
      return isOpen && (sees === 'connection' || connections > 1);
    }
    if (sees === 'event') return record.kind === 'event' && (record.to ?? []).length > 0;
    return record.kind === 'request' && isMeant(record.what, sees);
  };
}

/** Replies of the service, and those that took their place on the way. */
function createAnswerSight(sees: DayOccasion, code: string): Sight {
  const asked = new Map<number, string>();
  return (record) => {
    if (record.kind === 'request') {
      asked.set(record.exchange, record.what);
      if (asked.size > MOST_ASKED) asked.delete(record.exchange - MOST_ASKED);
      return false;
    }
    if (record.kind !== 'reply' && record.kind !== 'delivery') return false;
    return record.code === code && isMeant(asked.get(record.exchange) ?? '', sees);
  };
}

/** Requests that are remembered for the sake of their answers. */
const MOST_ASKED = 1000;

const COMMANDS: readonly string[] = ['device.operation.execute', ...OPERATING_ENDPOINTS];

function isMeant(what: string, sees: DayOccasion): boolean {
  if (sees === 'request') return true;
  if (sees === 'command') return COMMANDS.includes(what);
  if (sees === 'refresh') return what === 'devices.read' || what === 'device.state.get';
  return what === sees;
}
