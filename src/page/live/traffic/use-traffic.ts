// What the traffic view shows: the entries that pass the filter, now or as they were when it was paused.
import { type Signal, useSignal } from '@preact/signals';
import { useStore } from '../store/context.js';
import type { TrafficEntry } from '../store/traffic-log.js';
import { EVERYTHING, isEverything, passes, type TrafficFilter } from './filter.js';

export interface ShownTraffic {
  readonly filter: Signal<TrafficFilter>;
  /** Oldest first. */
  readonly entries: readonly TrafficEntry[];
  readonly paused: boolean;
  /** Entries that have come since it was paused. */
  readonly waiting: number;
  /** Clock time in ms at which it was paused, or now. */
  readonly now: number;
  pause(): void;
  resume(): void;
}

interface Frozen {
  readonly entries: readonly TrafficEntry[];
  readonly lastSeq: number;
  readonly now: number;
}

export function useTraffic(): ShownTraffic {
  const store = useStore();
  const filter = useSignal(EVERYTHING);
  const frozen = useSignal<Frozen | undefined>(undefined);
  void store.trafficEdition.value;
  const { value: chosen } = filter;
  const all = frozen.value?.entries ?? store.traffic.entries();
  const entries = isEverything(chosen) ? all : all.filter((entry) => passes(entry, chosen));
  return {
    filter,
    entries,
    paused: frozen.value !== undefined,
    waiting: frozen.value ? Math.max(0, store.traffic.lastSeq - frozen.value.lastSeq) : 0,
    now: frozen.value?.now ?? store.now(),
    pause: () => {
      frozen.value = { entries: store.traffic.entries(), lastSeq: store.traffic.lastSeq, now: store.now() };
    },
    resume: () => (frozen.value = undefined),
  };
}
