// The clock of the simulator: it can be stopped, moved on at once, and made to go faster or slower.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { number, timeOfDay } from '../../shared/words.js';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';

const STEPS = ['100ms', '1s', '3s', '30s', '1min'];
const SPEEDS = [0.1, 0.5, 1, 2, 10, 100];

export function TimePanel(): JSX.Element {
  const store = useStore();
  const { api, notices } = store;
  const clock = store.clock.value;
  useTicks(clock && !clock.paused ? 100 : undefined);
  const isSteerable = clock?.kind === 'steerable';
  const post = (path: string, body?: object): void => void notices.done(api.send('POST', path, body));
  const now = store.now();
  return (
    <section class="panel time" aria-labelledby="time-title">
      <h2 id="time-title">Simulated time</h2>
      <p class={`big-time ${clock?.paused ? 'paused' : ''}`}>
        <time>{clock ? timeOfDay(now) : '--'}</time>
        <span class="quiet">
          {clock && new Date(now).toISOString().slice(0, 10)} UTC{clock?.paused ? ', paused' : ''}
        </span>
      </p>
      {clock && !isSteerable && (
        <p class="quiet">This clock is {clock.kind}: it cannot be steered from here.</p>
      )}
      <div class="row wrap">
        <button
          type="button"
          class="button primary"
          disabled={!isSteerable}
          onClick={() => post(clock?.paused ? '/clock/resume' : '/clock/pause')}
        >
          {clock?.paused ? 'Resume time' : 'Pause time'}
        </button>
      </div>
      <Steps />
      <h3>Speed</h3>
      <div class="segments" role="group" aria-label="Speed">
        {SPEEDS.map((speed) => (
          <button
            type="button"
            key={speed}
            disabled={!isSteerable}
            aria-pressed={clock?.speed === speed}
            onClick={() => void notices.done(api.send('PUT', '/clock/speed', { speed }))}
          >
            × {number(speed)}
          </button>
        ))}
      </div>
    </section>
  );
}

function Steps(): JSX.Element {
  const { api, notices } = useStore();
  const own = useSignal('10s');
  const step = (by: string): void =>
    void notices.done(api.send('POST', '/clock/step', { duration: by }), () => `Time has moved on by ${by}.`);
  const stepOwn = (event: Event): void => {
    event.preventDefault();
    step(own.value);
  };
  return (
    <>
      <h3>Step</h3>
      <div class="row wrap" role="group" aria-label="Step">
        {STEPS.map((each) => (
          <button type="button" class="button" key={each} onClick={() => step(each)}>
            + {each}
          </button>
        ))}
        <form class="row" onSubmit={stepOwn}>
          <label>
            <span class="hidden">Length of the step</span>
            <input
              class="short"
              value={own.value}
              onInput={({ currentTarget }) => (own.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="button">
            Step
          </button>
        </form>
      </div>
    </>
  );
}
