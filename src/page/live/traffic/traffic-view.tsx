// The traffic: lanes on one axis of time, the list of what happened, and one exchange as it was on the wire.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { duration, number } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';
import { DetailPanel } from './detail-panel.js';
import { EntryList } from './entry-list.js';
import { FilterBar } from './filter-bar.js';
import { lanesOf } from './lanes.js';
import { LanesView } from './lanes-view.js';
import { type ShownTraffic, useTraffic } from './use-traffic.js';

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

const SPANS = [10_000, 30_000, 120_000, 600_000];
/** The lanes of live traffic move so often, in ms. */
const STEP = 120;
const CALM_STEP = 1000;

function Timeline(props: {
  readonly shown: ShownTraffic;
  readonly selected: number | undefined;
  readonly onSelect: (seq: number) => void;
}): JSX.Element {
  const { shown, selected, onSelect } = props;
  const { clock } = useStore();
  const span = useSignal(30_000);
  /** Ms before the present at which the axis ends; 0 follows it. */
  const back = useSignal(0);
  const width = useSignal(900);
  const box = useRef<HTMLDivElement>(null);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stands = shown.paused || clock.value?.paused === true;
  useTicks(stands ? undefined : isCalm ? CALM_STEP : STEP);
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => (width.value = Math.floor(entry?.contentRect.width ?? 900)),
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const to = shown.now - back.value;
  const from = to - span.value;
  const first = shown.entries[0]?.at ?? from;
  const move = (parts: number): void => {
    if (!shown.paused) shown.pause();
    back.value = Math.max(0, Math.min(back.value + parts * span.value, Math.max(0, shown.now - first)));
  };
  const live = (): void => {
    back.value = 0;
    shown.resume();
  };
  const lanes = lanesOf(shown.entries, { from, to, now: shown.now });
  return (
    <div class="panel timeline">
      <div class="row">
        <div class="segments" role="group" aria-label="How much time is shown">
          {SPANS.map((each) => (
            <button
              type="button"
              key={each}
              aria-pressed={span.value === each}
              onClick={() => (span.value = each)}
            >
              {duration(each)}
            </button>
          ))}
        </div>
        <div class="segments" role="group" aria-label="Which time is shown">
          <button type="button" onClick={() => move(0.5)} disabled={from <= first}>
            Earlier
          </button>
          <button type="button" onClick={() => move(-0.5)} disabled={back.value === 0}>
            Later
          </button>
          <button type="button" aria-pressed={!shown.paused} onClick={live}>
            Live
          </button>
        </div>
      </div>
      <div ref={box} class="lanes-box">
        <LanesView
          lanes={lanes}
          from={from}
          to={to}
          width={width.value}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
    </div>
  );
}
