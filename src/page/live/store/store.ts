// What the page knows of the simulator, as signals; the stream of the control plane keeps it up to date.
import type {
  About,
  ClockState,
  FaultView,
  JournalRecord,
  LiveRecords,
  LiveState,
} from '../../../simulator/control/replies.js';
import { batch, type ReadonlySignal, type Signal, signal, useSignal } from '@preact/signals';
import type { BrowserClock } from '../../shared/machine.js';
import { followStream, type LinkState } from '../../shared/stream.js';
import type { Api, ApiAnswer } from '../api.js';
import { createFleetCache, type FleetCache } from './fleet-cache.js';
import { type GapEntry, createTrafficLog } from './traffic-log.js';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

// How much happens each second, from counters that only grow.

type Counts = LiveState['counts'];
export type RateName = keyof Counts;

interface Rates {
  readonly now: Readonly<Record<RateName, number>>;
  /** A value for each of the last seconds, the latest last. */
  readonly past: readonly Readonly<Counts>[];
}

const NO_RATES: Rates = {
  now: { requests: 0, rateLimited: 0, busy: 0, failed: 0, events: 0 },
  past: [],
};

const SECONDS = 60;
const NAMES = Object.keys(NO_RATES.now) as RateName[];

/** @returns takes the counters as they come with the machine's time in ms; gives the rates of the last second. */
export function createRateMeter(): (counts: Counts, now: number) => Rates {
  let samples: { readonly at: number; readonly counts: Counts }[] = [];
  let past: Counts[] = [];
  let secondBegan = 0;

  return (counts, now) => {
    const last = samples.at(-1);
    // A stream that was opened anew counts from nothing.
    if (last && NAMES.some((name) => counts[name] < last.counts[name])) samples = [];
    samples.push({ at: now, counts });
    while (samples.length > 2 && (samples[1]?.at ?? now) <= now - 1000) samples.shift();
    const oldest = samples[0] ?? { at: now, counts };
    const seconds = Math.max(1, (now - oldest.at) / 1000);
    const rates = eachOf((name) => (counts[name] - oldest.counts[name]) / seconds);
    if (now - secondBegan >= 1000) {
      secondBegan = now;
      past = [...past, rates].slice(-SECONDS);
    }
    return { now: rates, past };
  };
}

function eachOf(value: (name: RateName) => number): Counts {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as unknown as Counts;
}

/** The clock of the simulator, and when it was read by the clock of the machine. */
interface ReadClock extends ClockState {
  readonly readAt: number;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(api: Api, machine: BrowserClock) {
  const link = signal<LinkState>('connecting');
  const about = signal<About | undefined>(undefined);
  const clock = signal<ReadClock | undefined>(undefined);
  const rates = signal<Rates>(NO_RATES);
  const connections = signal(0);
  const faults = signal<readonly FaultView[]>([]);
  const changed = signal<ReadonlySet<string>>(new Set());
  const life = signal(0);
  const fleet = createFleetCache(api, machine);
  const { take: takeRecords, ...ofTraffic } = createTraffic();
  const { traffic } = ofTraffic;
  const meter = createRateMeter();

  const takeState = (state: LiveState): void => {
    const readAt = machine.now();
    clock.value = { ...state.clock, readAt };
    rates.value = meter(state.counts, readAt);
    connections.value = state.connections;
    if (state.faults) {
      faults.value = state.faults;
      fleet.take([], true);
    }
    if (state.life !== life.value) {
      life.value = state.life;
      fleet.forget();
    }
    fleet.take(state.devices, state.moreDevices);
    if (state.devices.length > 0) changed.value = new Set(state.devices.map(({ deviceId }) => deviceId));
  };
  followStream({
    machine,
    open: (signalOfEnd) =>
      api.open(traffic.lastSeq === undefined ? '/live' : `/live?since=${traffic.lastSeq}`, signalOfEnd),
    onEvent: (event, data) =>
      batch(() => (event === 'state' ? takeState(data as LiveState) : takeRecords(data as LiveRecords))),
    onState: (state) => {
      // What happened while the line was broken is read anew.
      if (state === 'open') void refresh(api, about, fleet);
      link.value = state;
    },
  });
  return {
    api,
    machine,
    link,
    about,
    clock,
    rates,
    connections,
    faults,
    fleet,
    ...ofTraffic,
    /** The devices of the last sending; a new set each time. */
    changed,
    /** Becomes another number at a reset: what was read before is no longer so. */
    life,
    notices: createNotices(machine),
    /** The simulator's time at this moment, in ms. */
    now: (): number => timeOf(clock.value, machine.now()),
  };
}

function createTraffic() {
  const traffic = createTrafficLog();
  const edition = signal(0);
  return {
    traffic,
    /** Becomes another number when the traffic has. */
    trafficEdition: edition,
    take: ({ records, lastSeq }: LiveRecords): void => {
      traffic.add(records, lastSeq);
      edition.value++;
    },
    /** Puts records of the journal into a gap of the traffic. */
    fillTraffic: (gap: GapEntry, records: readonly JournalRecord[]): void => {
      traffic.fill(gap, records);
      edition.value++;
    },
  };
}

async function refresh(api: Api, about: Signal<About | undefined>, fleet: FleetCache): Promise<void> {
  fleet.forget();
  const answer = await api.get<About>('/about');
  if (answer.ok) about.value = answer.value;
}

/** @param now of the machine. */
function timeOf(clock: ReadClock | undefined, now: number): number {
  if (!clock) return 0;
  return clock.paused ? clock.now : clock.now + (now - clock.readAt) * clock.speed;
}

// Short words about what somebody has just done on the page: what came of it, or why it could not be done.

interface Notice {
  readonly text: string;
  readonly mood: 'good' | 'bad';
}

/** In ms. */
const SHOWN_FOR = 5000;

function createNotices(machine: BrowserClock) {
  const current = signal<Notice | undefined>(undefined);
  let cancel = (): void => undefined;
  const say = (text: string, mood: Notice['mood'] = 'good'): void => {
    current.value = { text, mood };
    cancel();
    cancel = machine.after(SHOWN_FOR, () => (current.value = undefined));
  };
  return {
    current,
    say,
    /** Waits for an answer, and says why when it is a refusal. */
    done: async <T>(answer: Promise<ApiAnswer<T>>, text?: (value: T) => string): Promise<T | undefined> => {
      const got = await answer;
      if (got.ok) {
        if (text) say(text(got.value));
        return got.value;
      }
      say(
        got.problems.map(({ message, hint }) => [message, hint].filter(Boolean).join(' ')).join(' '),
        'bad',
      );
      return undefined;
    },
  };
}

// The store for all components below the page.

const StoreContext = createContext<Store | undefined>(undefined);

export const StoreProvider = StoreContext.Provider;

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a component stands outside of the page');
  return store;
}

// Draws a component anew as time goes on, for what runs down by itself.

/** @param every ms of the machine; undefined stops. */
export function useTicks(every: number | undefined): void {
  const { machine } = useStore();
  const [, set] = useState(0);
  useEffect(
    () => (every === undefined ? undefined : machine.every(every, () => set((count) => count + 1))),
    [every, machine],
  );
}

/** What the control plane answers to a path, read anew when one of `on` has become another. */
export function useRead<T>(path: string, on: readonly unknown[] = []): ReadonlySignal<T | undefined> {
  const { api } = useStore();
  const value = useSignal<T | undefined>(undefined);
  useEffect(() => {
    void api.get<T>(path).then((answer) => {
      if (answer.ok) value.value = answer.value;
    });
  }, [api, path, ...on]);
  return value;
}
