// The lanes of the traffic with the time that they show: live, or scrolled back.
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { durationWords } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';
import { trafficLanes } from './lanes.js';
import { LanesView } from './lanes-view.js';
import type { ShownTraffic } from './use-traffic.js';

const SPANS = [10_000, 30_000, 120_000, 600_000];
/** The lanes of live traffic move so often, in ms. */
const STEP = 120;
const CALM_STEP = 1000;

export function Timeline(props: {
  readonly shown: ShownTraffic;
  readonly selected: number | undefined;
  readonly onSelect: (seq: number) => void;
}): JSX.Element {
  const { shown, selected, onSelect } = props;
  const { clock } = useStore();
  const span = useSignal(30_000);
  /** Ms before the present at which the axis ends; 0 follows it. */
  const back = useSignal(0);
  const { box, width } = useWidth();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const stands = shown.paused || clock.value?.paused === true;
  useTicks(stands ? undefined : isCalm ? CALM_STEP : STEP);
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
  const lanes = trafficLanes(shown.entries, { from, to, now: shown.now });
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
              {durationWords(each)}
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
        <LanesView lanes={lanes} {...{ from, to, selected, onSelect }} width={width.value} />
      </div>
    </div>
  );
}

function useWidth(): { readonly box: { current: HTMLDivElement | null }; readonly width: Signal<number> } {
  const width = useSignal(900);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => (width.value = Math.floor(entry?.contentRect.width ?? width.value)),
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
