// The live page of a simulator.
import { type JSX, render } from 'preact';
import { browserMachine } from '../shared/machine.js';
import { createApi, createPlace, linkTo, type PagePlace, type ViewName, VIEWS } from './api.js';
import { createStore, StoreProvider, useStore, type RateName, useTicks } from './store/store.js';
import { showPlainText } from '../shared/plain-text.js';
import { hasToken, takeToken } from '../shared/stream.js';
import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ClockView } from './clock/clock-view.js';
import { DeviceScreen } from './device/device-view.js';
import { FaultsView } from './faults/faults-view.js';
import { FleetView } from './fleet/fleet-view.js';
import { TrafficView } from './traffic/traffic-view.js';
import { number, timeOfDay } from '../shared/words.js';

import '../style/base.css';
import '../style/live.css';
import '../style/traffic.css';
import 'uplot/dist/uPlot.min.css';

showPlainText();

// The frame of the page: head, views, and what is said to whoever acts.

const TITLES: Readonly<Record<PagePlace['view'], string>> = {
  fleet: 'Fleet',
  demo: 'Demonstration',
  device: 'Device',
  traffic: 'Traffic',
  faults: 'Faults',
  clock: 'Clock and state',
};

function App({ place }: { readonly place: Signal<PagePlace> }): JSX.Element {
  const { link, about } = useStore();
  const { view } = place.value;
  useEffect(() => {
    document.title = `${TITLES[view]} · conform`;
    document.documentElement.classList.toggle('demo', view === 'demo');
  }, [view]);
  if (link.value === 'denied') return <NoToken wasOpen={about.value !== undefined} />;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Head place={place} />
      <LineState />
      <main id="main" tabIndex={-1}>
        <View place={place.value} />
      </main>
      <Said />
    </>
  );
}

/** The fragment of the address names the view, so it cannot name a place in it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function View({ place }: { readonly place: PagePlace }): JSX.Element {
  switch (place.view) {
    case 'fleet':
      return <FleetView />;
    case 'demo':
      return <FleetView isDemo />;
    case 'device':
      return <DeviceScreen key={place.deviceId} deviceId={place.deviceId} />;
    case 'traffic':
      return <TrafficView />;
    case 'faults':
      return <FaultsView />;
    case 'clock':
      return <ClockView />;
  }
}

function LineState(): JSX.Element {
  const { link } = useStore();
  return (
    <div role="status" class="line-state">
      {link.value === 'lost' && (
        <p class="band bad">
          The connection to the simulator is lost. What you see is how it was; the page keeps trying, and
          fills the gap.
        </p>
      )}
    </div>
  );
}

function Said(): JSX.Element {
  const { notices } = useStore();
  const notice = notices.current.value;
  return (
    <div role="status" class="said">
      {notice && <p class={notice.mood}>{notice.text}</p>}
    </div>
  );
}

// What stands on the page where nobody has given it a token, or where the simulator takes another one by now.

/** @param props.wasOpen the token was good before. */
function NoToken({ wasOpen }: { readonly wasOpen: boolean }): JSX.Element {
  return (
    <main class="alone">
      <h1>{wasOpen ? 'The simulator has been started anew' : 'This page needs its link'}</h1>
      <p>
        Open the address that <code>conform serve</code> prints in its terminal: it carries the token of the
        control plane. A simulator makes a new token at each start.
      </p>
    </main>
  );
}

// The head of the page: where one is, what is simulated, how much happens, and what time it is there.

const NAMES: Readonly<Record<ViewName, string>> = {
  fleet: 'Fleet',
  traffic: 'Traffic',
  faults: 'Faults',
  clock: 'Clock',
};

function Head({ place }: { readonly place: Signal<PagePlace> }): JSX.Element {
  const { about, faults } = useStore();
  const { view: open } = place.value;
  const shown = open === 'device' || open === 'demo' ? 'fleet' : open;
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

// A small curve without axes: how something went over the last minute.

const WIDTH = 72;
const HEIGHT = 18;
const POINTS = 60;

function Spark({ values }: { readonly values: readonly number[] }): JSX.Element {
  // A line at the bottom says nothing.
  if (values.length < 2 || Math.max(...values) === 0) return <></>;
  const most = Math.max(...values, 1);
  const x = (at: number): number => ((POINTS - values.length + at) / (POINTS - 1)) * WIDTH;
  const y = (value: number): number => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} focusable="false">
      <polyline points={points} />
    </svg>
  );
}

// What starts the page stands last: above it nothing is drawn before its constants have values.

const root = document.getElementById('app');
const token = takeToken();
// A link that is opened in the tab of a page changes no more than the fragment.
addEventListener('hashchange', () => {
  if (!hasToken()) return;
  takeToken();
  location.reload();
});
if (root && token === undefined) render(<NoToken wasOpen={false} />, root);
if (root && token !== undefined) {
  const store = createStore(createApi(token), browserMachine());
  render(
    <StoreProvider value={store}>
      <App place={createPlace()} />
    </StoreProvider>,
    root,
  );
}
