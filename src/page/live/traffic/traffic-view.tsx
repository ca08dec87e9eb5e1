// The traffic: lanes on one axis of time, the list of what happened, and one exchange as it was on the wire.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { number } from '../../shared/words.js';
import { ConductPanel } from './conduct-panel.js';
import { DetailPanel } from './detail-panel.js';
import { EntryList } from './entry-list.js';
import { EVERYTHING } from './filter.js';
import { FilterBar } from './filter-bar.js';
import { Timeline } from './timeline.js';
import { useStore } from '../store/context.js';
import { useTraffic } from './use-traffic.js';

export function TrafficView(): JSX.Element {
  const shown = useTraffic();
  const selected = useSignal<ReadonlySet<number>>(new Set());
  const latest = [...selected.value].at(-1);
  const chosen = shown.entries.filter(({ seq }) => selected.value.has(seq));
  const select = (seq: number, more = false): void => {
    const next = new Set(more ? selected.value : []);
    if (more && next.delete(seq)) selected.value = next;
    else selected.value = next.add(seq);
  };
  const { traffic } = useStore();
  const revealed = useSignal<number | undefined>(undefined);
  const isJudging = useSignal(false);
  const reveal = (seq: number): void => {
    select(seq);
    revealed.value = seq;
  };
  const showExchanges = (exchanges: readonly number[]): void => {
    const wanted = new Set(exchanges);
    const found = traffic
      .entries()
      .filter((entry) => entry.kind === 'exchange' && wanted.has(entry.request.exchange));
    shown.filter.value = EVERYTHING;
    shown.resume();
    selected.value = new Set(found.map(({ seq }) => seq));
    revealed.value = found.at(0)?.seq;
  };
  return (
    <section class="traffic" aria-labelledby="traffic-title">
      <div class="toolbar">
        <h1 id="traffic-title">Traffic</h1>
        <p role="status" class="quiet">
          {shown.paused ? `Paused; ${number(shown.waiting)} records wait` : 'Live'}
        </p>
        <FilterBar shown={shown}>
          <button
            type="button"
            class="button"
            aria-expanded={isJudging.value}
            aria-controls={isJudging.value ? 'conduct' : undefined}
            onClick={() => (isJudging.value = !isJudging.value)}
          >
            Judge the clients
          </button>
        </FilterBar>
      </div>
      {isJudging.value && <ConductPanel onExchanges={showExchanges} />}
      <Timeline shown={shown} selected={latest} onSelect={reveal} />
      <div class="traffic-body">
        <EntryList
          entries={shown.entries}
          selected={selected.value}
          revealed={revealed.value}
          onSelect={select}
          onFill={(gap) => void shown.fill(gap)}
        />
        <DetailPanel chosen={chosen} onClose={() => (selected.value = new Set())} />
      </div>
    </section>
  );
}
