// Which view is shown: it stands in the fragment of the address, so that it can be kept and shared.
import { type Signal, signal } from '@preact/signals';

export const VIEWS = ['fleet', 'traffic', 'faults', 'clock'] as const;
export type ViewName = (typeof VIEWS)[number];

export type PagePlace = { readonly view: ViewName } | { readonly view: 'device'; readonly deviceId: string };

export function createPlace(): Signal<PagePlace> {
  const place = signal(placeIn(location.hash));
  addEventListener('hashchange', () => (place.value = placeIn(location.hash)));
  return place;
}

function placeIn(hash: string): PagePlace {
  const [, view = '', rest = ''] = /^#\/(\w+)(?:\/(.*))?$/.exec(hash) ?? [];
  if (view === 'device' && rest !== '') return { view, deviceId: decodeURIComponent(rest) };
  return { view: VIEWS.find((each) => each === view) ?? 'fleet' };
}

export function linkTo(place: PagePlace): string {
  return place.view === 'device' ? `#/device/${encodeURIComponent(place.deviceId)}` : `#/${place.view}`;
}
