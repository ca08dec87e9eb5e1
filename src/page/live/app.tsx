// The frame of the page: head, views, and what is said to whoever acts.
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ClockView } from './clock/clock-view.js';
import { DeviceScreen } from './device/device-view.js';
import { FaultsView } from './faults/faults-view.js';
import { FleetView } from './fleet/fleet-view.js';
import { Head } from './head.js';
import { NoToken } from './no-token.js';
import type { PagePlace } from './place.js';
import { useStore } from './store/context.js';
import { TrafficView } from './traffic/traffic-view.js';

const TITLES: Readonly<Record<PagePlace['view'], string>> = {
  fleet: 'Fleet',
  device: 'Device',
  traffic: 'Traffic',
  faults: 'Faults',
  clock: 'Clock and state',
};

export function App({ place }: { readonly place: Signal<PagePlace> }): JSX.Element {
  const { link, about } = useStore();
  const { view } = place.value;
  useEffect(() => {
    document.title = `${TITLES[view]} · conform`;
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
