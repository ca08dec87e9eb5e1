// The head of the page: where one is, what is simulated, how much happens, and what time it is there.
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { number, timeOfDay } from '../shared/words.js';
import { linkTo, type PagePlace, type ViewName, VIEWS } from './place.js';
import { Spark } from './spark.js';
import type { RateName } from './store/rates.js';
import { useStore } from './store/context.js';
import { useTicks } from './use-ticks.js';

const NAMES: Readonly<Record<ViewName, string>> = {
  fleet: 'Fleet',
  traffic: 'Traffic',
  faults: 'Faults',
  clock: 'Clock',
};

export function Head({ place }: { readonly place: Signal<PagePlace> }): JSX.Element {
  const { about, faults } = useStore();
  const shown = place.value.view === 'device' ? 'fleet' : place.value.view;
  const active = faults.value.filter(({ state }) => state === 'active').length;
  return (
    <header class="head">
      <div class="bar">
        <a class="brand" href={linkTo({ view: 'fleet' })}>
          conform
        </a>
        <nav aria-label="Views">
          {VIEWS.map((view) => (
            <a key={view} href={linkTo({ view })} aria-current={view === shown ? 'page' : undefined}>
              {NAMES[view]}
              {view === 'faults' && active > 0 && (
                <span class="badge" aria-label={`${active} active`}>
                  {active}
                </span>
              )}
            </a>
          ))}
        </nav>
        <span class="service">{about.value?.service.replace(/^https?:\/\//, '')}</span>
        <ClockChip />
      </div>
      <Meters />
    </header>
  );
}

function ClockChip(): JSX.Element {
  const store = useStore();
  const clock = store.clock.value;
  useTicks(clock !== undefined && !clock.paused ? 1000 : undefined);
  const words = clock?.paused ? 'paused' : clock && clock.speed !== 1 ? `× ${number(clock.speed)}` : '';
  return (
    <a class={`clock-chip ${clock?.paused ? 'paused' : ''}`} href={linkTo({ view: 'clock' })}>
      <span class={`dot ${store.link.value}`} aria-hidden="true" />
      <span class="hidden">Simulated time </span>
      <time>{clock ? timeOfDay(store.now(), 0) : '--:--:--'}</time>
      {words !== '' && <b>{words}</b>}
    </a>
  );
}

const METERS: readonly { readonly name: RateName; readonly label: string; readonly tone: string }[] = [
  { name: 'requests', label: 'requests', tone: 'good' },
  { name: 'rateLimited', label: '429 rate limited', tone: 'warn' },
  { name: 'busy', label: '409 device busy', tone: 'warn' },
  { name: 'failed', label: '500 errors', tone: 'bad' },
  { name: 'events', label: 'events', tone: 'event' },
];

function Meters(): JSX.Element {
  const { rates, connections } = useStore();
  return (
    <dl class="meters" aria-label="What happens each second">
      {METERS.map(({ name, label, tone }) => (
        <div key={name} class={rates.value.now[name] > 0 ? tone : 'quiet'}>
          <dt>
            {label} <span class="per">/ s</span>
          </dt>
          <dd>{rateWords(rates.value.now[name])}</dd>
          <dd class="spark" aria-hidden="true">
            <Spark values={rates.value.past.map((each) => each[name])} />
          </dd>
        </div>
      ))}
      <div class={connections.value > 0 ? 'event' : 'quiet'}>
        <dt>open WebSockets</dt>
        <dd>{number(connections.value)}</dd>
      </div>
    </dl>
  );
}

function rateWords(rate: number): string {
  return rate >= 10 || rate === 0 ? number(Math.round(rate)) : rate.toFixed(1);
}
