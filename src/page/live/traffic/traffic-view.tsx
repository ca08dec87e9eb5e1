// The traffic: lanes on one axis of time, the list of what happened, and one exchange as it was on the wire.
import { useSignal } from '@preact/signals';
import type { JSX, ComponentChildren } from 'preact';
import { number, timeOfDay } from '../../shared/words.js';
import { ConductPanel } from './conduct-panel.js';
import { DetailPanel } from './detail-panel.js';
import {
  EVERYTHING,
  useTraffic,
  type TrafficFilter,
  type ShownTraffic,
  entryClient,
  entryDevice,
  entryTitle,
  entryTone,
} from './filter.js';
import { Timeline } from './timeline.js';
import { useStore } from '../store/store.js';
import { Choice, FilterForm, SearchField, Button } from '../../shared/parts.js';
import { useEffect } from 'preact/hooks';
import { useRowsInSight } from '../../shared/in-sight.js';
import type { GapEntry, TrafficEntry } from '../store/traffic-log.js';

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
  const { traffic } = useStore();
  const revealed = useSignal<number | undefined>(undefined);
  const isJudging = useSignal(false);
  const reveal = (seq: number): void => {
    select(seq);
    revealed.value = seq;
  };
  const showExchanges = (exchanges: readonly number[]): void => {
    const wanted = new Set(exchanges);
    const found = traffic
      .entries()
      .filter((entry) => entry.kind === 'exchange' && wanted.has(entry.request.exchange));
    shown.filter.value = EVERYTHING;
    shown.resume();
    selected.value = new Set(found.map(({ seq }) => seq));
    revealed.value = found.at(0)?.seq;
  };
  return (
    <section class="traffic" aria-labelledby="traffic-title">
      <div class="toolbar">
        <h1 id="traffic-title">Traffic</h1>
        <p role="status" class="quiet">
          {shown.paused ? `Paused; ${number(shown.waiting)} records wait` : 'Live'}
        </p>
        <FilterBar shown={shown}>
          <Button
            aria-expanded={isJudging.value}
            aria-controls={isJudging.value ? 'conduct' : undefined}
            onClick={() => (isJudging.value = !isJudging.value)}
          >
            Judge the clients
          </Button>
        </FilterBar>
      </div>
      {isJudging.value && <ConductPanel onExchanges={showExchanges} />}
      <Timeline shown={shown} selected={latest} onSelect={reveal} />
      <div class="traffic-body">
        <EntryList
          entries={shown.entries}
          selected={selected.value}
          revealed={revealed.value}
          onSelect={select}
          onFill={(gap) => void shown.fill(gap)}
        />
        <DetailPanel chosen={chosen} onClose={() => (selected.value = new Set())} />
      </div>
    </section>
  );
}

// The filter of the traffic, and the pause.

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

function FilterBar(props: {
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
      <Button
        kind={shown.paused ? 'primary' : ''}
        onClick={() => (shown.paused ? shown.resume() : shown.pause())}
      >
        {shown.paused ? 'Continue' : 'Pause'}
      </Button>
      {children}
    </FilterForm>
  );
}

// The entries as a list, the latest first; only those in sight are made. A click selects one, with Shift or Ctrl more.

const ROW = 30;
const SPARE = 6;

interface EntryListProps {
  /** Oldest first. */
  readonly entries: readonly TrafficEntry[];
  readonly selected: ReadonlySet<number>;
  /** Is scrolled into sight when it becomes another one. */
  readonly revealed: number | undefined;
  readonly onSelect: (seq: number, more?: boolean) => void;
  /** Somebody wants to see what is missing. */
  readonly onFill: (gap: GapEntry) => void;
}

function EntryList({ entries, selected, revealed, onSelect, onFill }: EntryListProps): JSX.Element {
  const { box, view, measure } = useRowsInSight(ROW, SPARE);
  useEffect(() => {
    const at = revealed === undefined ? -1 : entries.findLastIndex(({ seq }) => seq === revealed);
    if (at >= 0) showRow(box.current, entries.length - 1 - at);
  }, [revealed]);
  const { first, last } = view;
  const count = entries.length;
  const rows = Array.from({ length: Math.max(0, Math.min(count, last) - first) }, (_, at) => first + at);
  return (
    <div class="panel list-panel">
      <p class="quiet small" role="status">
        {count === 0 ? 'Nothing has happened yet.' : `${number(count)} entries, the latest first`}
      </p>
      <div class="list-box" ref={box} onScroll={measure} tabIndex={0} role="region" aria-label="Entries">
        <ul class="entries" style={{ height: `${count * ROW}px` }}>
          {rows.map((row) => {
            const entry = entries[count - 1 - row];
            return (
              entry && (
                <li key={entry.seq} style={{ transform: `translateY(${row * ROW}px)` }}>
                  <Row entry={entry} isSelected={selected.has(entry.seq)} {...{ onSelect, onFill }} />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** Scrolls so far that the row stands in the middle; not at all when it is in sight. */
function showRow(box: HTMLDivElement | null, row: number): void {
  if (!box) return;
  box.scrollIntoView({ block: 'nearest' });
  const top = row * ROW;
  const isInSight = top >= box.scrollTop && top + ROW <= box.scrollTop + box.clientHeight;
  if (!isInSight) box.scrollTo({ top: top - box.clientHeight / 2 });
}

function Row(props: {
  readonly entry: TrafficEntry;
  readonly isSelected: boolean;
  readonly onSelect: EntryListProps['onSelect'];
  readonly onFill: EntryListProps['onFill'];
}): JSX.Element {
  const { entry, isSelected, onSelect, onFill } = props;
  const tone = entryTone(entry);
  if (entry.kind === 'gap') return <Gap gap={entry} onFill={onFill} />;
  const channel = entry.kind === 'exchange' ? entry.request.channel : entry.record.kind;
  return (
    <button
      type="button"
      class={`entry ${tone}`}
      aria-pressed={isSelected}
      onClick={(event) => onSelect(entry.seq, event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      <time>{timeOfDay(entry.at)}</time>
      <i aria-hidden="true" />
      <span class="channel">{channel}</span>
      <b>{entryTitle(entry)}</b>
      <span class="whom">{[entryDevice(entry), entryClient(entry)].filter(Boolean).join(' · ')}</span>
    </button>
  );
}

function Gap({ gap, onFill }: { readonly gap: GapEntry } & Pick<EntryListProps, 'onFill'>): JSX.Element {
  if (gap.isGone) return <p class="entry gap">{entryTitle(gap)}</p>;
  return (
    <button type="button" class="entry gap" onClick={() => onFill(gap)}>
      {entryTitle(gap)}
      <span class="fetch">Fetch</span>
    </button>
  );
}
