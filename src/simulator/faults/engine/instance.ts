// One ordered fault: it is waiting, then active, then ended. Its act is available while it is active.
import type { Clock, Timer } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.js';
import type { Random, RandomStream } from '../../../kernel/random.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { FaultRecord } from '../../../trace/record.js';
import type { Edge } from '../../edge/edge.js';
import type { FaultType } from '../fault.js';
import type { FaultEntry, FaultOrder } from '../order.js';
import type { FaultOccasion, FaultSite, Firing } from './site.js';
import {
  createTriggerGate,
  describeStart,
  describeTrigger,
  ordinal,
  type FaultCounts,
  type TriggerGate,
} from './trigger.js';

/** Where firings are recorded. */
export interface FaultJournal {
  note(entry: FaultRecord): void;
}

export interface FaultEngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly journal: FaultJournal;
  /** What the instances of a cluster count together. */
  readonly counts?: FaultCounts | undefined;
}

/** An ordered fault as it is shown to people and programs. */
export interface FaultStatus {
  readonly id: string;
  readonly type: string;
  /** Number of the order. */
  readonly mark: number;
  /** As it was written: ordering this again gives the same fault. */
  readonly order: FaultEntry;
  readonly state: 'waiting' | 'active' | 'ended';
  /** In words. */
  readonly begins: string;
  /** Ms until it begins; undefined when it has, or when the simulator has not started. */
  readonly startsIn: number | undefined;
  /** Ms until it ends; undefined when it is not active or lasts until it is cleared. */
  readonly endsIn: number | undefined;
  /** Whether the instances of a cluster have one count of it. */
  readonly isShared: boolean;
  /** How often it could have fired, and how often it did. */
  readonly occasions: number;
  readonly firings: number;
}

export interface FaultInstance {
  readonly id: string;
  readonly kind: FaultType;
  readonly selects: FaultSite['selects'];
  /** What it does now; undefined unless it is active. */
  edge(): Edge | undefined;
  /** Clock time at which it ends; infinity when the order gives none. */
  readonly endsAt: number;
  /** Starts the time of its `after`; the world is attached now. */
  start(): void;
  stop(): void;
  status(): FaultStatus;
  /**
   * Decides the next occasion beforehand, where instances count together; the result is to be called when the occasion has
   * come or will not come. Undefined where nobody has to be asked.
   */
  readonly ahead: TriggerGate['ahead'];
}

/** What the engine gives to the site of each fault. */
export type FaultSurroundings = Omit<FaultSite, 'random' | 'beganAt' | 'fire' | 'over' | 'after' | 'meet'>;

export interface InstanceOptions extends Pick<FaultEngineOptions, 'clock' | 'journal' | 'counts'> {
  readonly id: string;
  /** Of the order, among all that were given: the same at all instances of a cluster. */
  readonly mark: number;
  readonly kind: FaultType;
  readonly order: FaultOrder;
  readonly random: RandomStream;
  readonly surroundings: () => FaultSurroundings;
  readonly selects: FaultSite['selects'];
  /** It has begun or ended. */
  readonly onChange: (instance: FaultInstance) => void;
}

export function createInstance(options: InstanceOptions): FaultInstance {
  const { id, kind, order, clock, selects, onChange, random } = options;
  const gate = gateOf(options);
  const { ahead } = gate;
  const timers = createTimerSet(clock);
  const tell = teller(options);
  let state: FaultStatus['state'] = 'waiting';
  let startsAt = Infinity;
  let endsAt = Infinity;
  let edge: Edge | undefined;

  const isActive = (): boolean => state === 'active' && clock.now() < endsAt;
  const fire = ({ what, deviceId, connection }: FaultOccasion): Firing | undefined => {
    if (!isActive() || !gate.pass()) return undefined;
    const cause = causeOf(what, gate.occasions, options);
    return { note: (effect) => tell(effect, cause, { deviceId, connection }) };
  };
  const why = (): string => (state === 'ended' ? 'the fault has ended' : 'as ordered');
  const over: FaultSite['over'] = (effect, deviceId) => tell(effect, why(), { deviceId });
  const meet = meetingOf(ahead, isActive);
  const end = (): void => {
    if (state === 'ended') return;
    const ended = edge;
    state = 'ended';
    edge = undefined;
    timers.clear();
    if (!ended) return;
    ended.end?.();
    onChange(instance);
  };
  const begin = (): void => {
    state = 'active';
    const own = { random, beganAt: clock.now(), fire, over, after: timers.after, meet };
    edge = kind.start(order.parameters, { ...options.surroundings(), ...own });
    if (order.lasts !== undefined) timers.after(order.lasts, end);
    onChange(instance);
    edge.begin?.();
  };
  const status = (): FaultStatus => ({
    ...identityOf(options),
    state,
    startsIn: state === 'waiting' && startsAt < Infinity ? startsAt - clock.now() : undefined,
    endsIn: state === 'active' && endsAt < Infinity ? endsAt - clock.now() : undefined,
    isShared: ahead !== undefined,
    occasions: gate.occasions,
    firings: gate.firings,
  });

  const instance: FaultInstance = {
    id,
    kind,
    selects,
    edge: () => (isActive() ? edge : undefined),
    get endsAt() {
      return endsAt;
    },
    start: () => {
      startsAt = clock.now() + order.trigger.after;
      endsAt = startsAt + (order.lasts ?? Infinity);
      if (order.trigger.after === 0) begin();
      else timers.after(order.trigger.after, begin);
    },
    stop: end,
    status,
    ahead,
  };
  return instance;
}

function identityOf({
  id,
  kind,
  mark,
  order,
}: InstanceOptions): Pick<FaultStatus, 'id' | 'type' | 'mark' | 'order' | 'begins'> {
  return { id, type: kind.type, mark, order: order.written, begins: describeStart(order.trigger) };
}

/** Where others have to be asked, what may meet an occasion waits for that. */
function meetingOf(ahead: TriggerGate['ahead'], isActive: () => boolean): FaultSite['meet'] {
  const meet = async (ask: NonNullable<TriggerGate['ahead']>, act: () => void): Promise<void> => {
    const done = await ask();
    try {
      if (isActive()) act();
    } finally {
      done();
    }
  };
  return (act) => (ahead ? void meet(ahead, act) : act());
}

/** What counts is counted together where there are several instances; what all of them do in the same way is not. */
function gateOf({ id, mark, kind, order: { trigger }, counts, random }: InstanceOptions): TriggerGate {
  const isCounted = trigger.count !== undefined || trigger.every > 1;
  const isShared = isCounted && !kind.everywhere;
  return createTriggerGate(
    trigger,
    random,
    counts && isShared ? { counts, fault: `${id}@${mark}` } : undefined,
  );
}

/** What happened, at which occasion, and by which trigger: `relays.set by operator (6th request; every 3rd request)`. */
function causeOf(what: string, occasions: number, { kind, order }: InstanceOptions): string {
  const why = describeTrigger(order.trigger, kind.occasion);
  return `${what} (${ordinal(occasions)} ${kind.occasion}${why === '' ? '' : `; ${why}`})`;
}

function teller({
  id,
  kind,
  journal,
}: InstanceOptions): (
  effect: string,
  cause: string,
  on: Pick<FaultOccasion, 'deviceId' | 'connection'>,
) => void {
  return (effect, cause, { deviceId, connection }) => {
    const on = defined({ deviceId, connection });
    journal.note({ kind: 'fault', fault: id, type: kind.type, cause, effect, ...on });
  };
}

// Timers that are cancelled together.

function createTimerSet(clock: Clock) {
  const timers = new Set<Timer>();
  return {
    after: (delay: number, act: () => void): void => {
      const timer = clock.setTimer('fault', delay, () => {
        timers.delete(timer);
        act();
      });
      timers.add(timer);
    },
    clear: (): void => {
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
}
