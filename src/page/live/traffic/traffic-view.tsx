// The traffic: lanes on one axis of time, the list of what happened, and one exchange as it was on the wire.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { number } from '../../shared/words.js';
import { DetailPanel } from './detail-panel.js';
import { EntryList } from './entry-list.js';
import { FilterBar } from './filter-bar.js';
import { Timeline } from './timeline.js';
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
  return (
    <section class="traffic" aria-labelledby="traffic-title">
      <div class="toolbar">
        <h1 id="traffic-title">Traffic</h1>
        <p role="status" class="quiet">
          {shown.paused ? `Paused; ${number(shown.waiting)} records wait` : 'Live'}
        </p>
        <FilterBar shown={shown} />
      </div>
      <Timeline shown={shown} selected={latest} onSelect={(seq) => select(seq)} />
      <div class="traffic-body">
        <EntryList entries={shown.entries} selected={selected.value} onSelect={select} />
        <DetailPanel chosen={chosen} onClose={() => (selected.value = new Set())} />
      </div>
    </section>
  );
}
