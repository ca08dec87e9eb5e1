// Refresh budget and lane as clocks that run.
import type { JSX } from 'preact';
import { durationWords } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';
import type { ReadDevice } from './use-device.js';

const RADIUS = 22;
const ROUND = 2 * Math.PI * RADIUS;
/** In ms: a ring that is drawn so often seems to run. */
const STEP = 60;
const CALM_STEP = 1000;
/** The least time between two refreshes, as the interface states it, in ms: a full ring. */
const BUDGET = 3000;

export function Gauges({ read }: { readonly read: ReadDevice }): JSX.Element {
  const { machine, clock } = useStore();
  const { device, readAt } = read;
  const speed = clock.value?.paused ? 0 : (clock.value?.speed ?? 1);
  const wait = Math.max(0, device.refreshIn - (machine.now() - readAt) * speed);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useTicks(wait > 0 && speed > 0 ? (isCalm ? CALM_STEP : STEP) : undefined);
  const busy = device.lane === 'taken';
  return (
    <div class="gauges" role="group" aria-label="Refresh budget and lane">
      <div class="gauge">
        <Ring part={Math.min(1, wait / BUDGET)} tone={wait > 0 ? 'warn' : 'good'} />
        <p>
          <b>Refresh budget</b>
          <span>{wait > 0 ? `free in ${durationWords(wait)}` : 'free'}</span>
        </p>
      </div>
      <div class="gauge">
        <Ring part={busy ? 1 : 0} tone={busy ? 'busy' : 'good'} />
        <p>
          <b>Lane</b>
          <span>{busy ? 'an operation is under way' : 'free'}</span>
        </p>
      </div>
    </div>
  );
}

/** @param part of the round that is left, 0 to 1. */
function Ring({ part, tone }: { readonly part: number; readonly tone: string }): JSX.Element {
  return (
    <svg viewBox="0 0 52 52" width="52" height="52" class={`ring ${tone}`} aria-hidden="true">
      <circle cx="26" cy="26" r={RADIUS} class="track" />
      <circle
        cx="26"
        cy="26"
        r={RADIUS}
        class="part"
        stroke-dasharray={`${part * ROUND} ${ROUND}`}
        transform="rotate(-90 26 26)"
      />
    </svg>
  );
}
