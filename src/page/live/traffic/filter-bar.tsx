// The filter of the traffic, and the pause.
import type { ComponentChildren, JSX } from 'preact';
import { Choice, FilterForm, SearchField } from '../../shared/filter-form.js';
import { useStore } from '../store/context.js';
import type { TrafficFilter } from './filter.js';
import type { ShownTraffic } from './use-traffic.js';

const KINDS = [
  ['', 'Everything'],
  ['rest', 'REST'],
  ['ws', 'WebSocket'],
  ['event', 'Events'],
  ['physical', 'Physical world'],
  ['fault', 'Faults'],
] as const;

const CODES = [
  ['', 'Any code'],
  ['refused', 'All refusals'],
  ['SUCCESS', 'SUCCESS'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
  ['DEVICE_BUSY', 'DEVICE_BUSY'],
  ['DEVICE_OFFLINE', 'DEVICE_OFFLINE'],
  ['INTERNAL_ERROR', 'INTERNAL_ERROR'],
  ['INVALID_REQUEST', 'INVALID_REQUEST'],
  ['AUTH_INVALID', 'AUTH_INVALID'],
  ['AUTH_SCOPE_DENIED', 'AUTH_SCOPE_DENIED'],
] as const;

export function FilterBar(props: {
  readonly shown: ShownTraffic;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { shown, children } = props;
  const { about } = useStore();
  const { filter } = shown;
  const set = (part: Partial<TrafficFilter>): void => void (filter.value = { ...filter.value, ...part });
  const clients = (about.value?.clients ?? []).map((each): readonly [string, string] => [each, each]);
  return (
    <FilterForm label="Filter of the traffic">
      <SearchField label="Device or text" value={filter.value.text} onInput={(text) => set({ text })} />
      <Choice
        label="Kind"
        value={filter.value.kind}
        all={KINDS}
        onChange={(kind) => set({ kind: kind as TrafficFilter['kind'] })}
      />
      <Choice
        label="Client"
        value={filter.value.client}
        all={[['', 'Any client'], ...clients]}
        onChange={(client) => set({ client })}
      />
      <Choice label="Code" value={filter.value.code} all={CODES} onChange={(code) => set({ code })} />
      <button
        type="button"
        class={`button ${shown.paused ? 'primary' : ''}`}
        onClick={() => (shown.paused ? shown.resume() : shown.pause())}
      >
        {shown.paused ? 'Continue' : 'Pause'}
      </button>
      {children}
    </FilterForm>
  );
}
