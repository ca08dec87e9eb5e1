// What the traffic view shows: the entries that pass the filter, now or as they were when it was paused.
import { type Signal, useSignal } from '@preact/signals';
import { useStore } from '../store/context.js';
import type { JournalPart } from '../../../simulator/control/replies.js';
import type { GapEntry, TrafficEntry } from '../store/traffic-entry.js';
import { filledLog } from '../store/traffic-log.js';
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
  /** Reads what is missing of the journal, as far as it goes back, and as much as it gives at once. */
  fill(gap: GapEntry): Promise<void>;
}

/** Records that are read for a gap at once. */
const AT_ONCE = 1000;

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
    waiting: frozen.value ? Math.max(0, (store.traffic.lastSeq ?? 0) - frozen.value.lastSeq) : 0,
    now: frozen.value?.now ?? store.now(),
    pause: () => {
      frozen.value = {
        entries: store.traffic.entries(),
        lastSeq: store.traffic.lastSeq ?? 0,
        now: store.now(),
      };
    },
    resume: () => (frozen.value = undefined),
    fill: async (gap) => {
      const since = gap.seq - gap.missing;
      const limit = Math.min(gap.missing, AT_ONCE);
      const part = await store.notices.done(
        store.api.get<JournalPart>(`/journal?since=${since}&limit=${limit}`),
      );
      if (!part) return;
      store.fillTraffic(gap, part.records);
      if (!frozen.value) return;
      frozen.value = { ...frozen.value, entries: filledLog(frozen.value.entries, gap, part.records) };
    },
  };
}
