// The entries as a list, the latest first; only those in sight are made. A click selects one, with Shift or Ctrl more.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { number, timeOfDay } from '../../shared/words.js';
import type { GapEntry, TrafficEntry } from '../store/traffic-entry.js';
import { entryClient, entryDevice, entryTitle, entryTone } from './entry-words.js';

const ROW = 30;
const SPARE = 6;

export interface EntryListProps {
  /** Oldest first. */
  readonly entries: readonly TrafficEntry[];
  readonly selected: ReadonlySet<number>;
  /** Is scrolled into sight when it becomes another one. */
  readonly revealed: number | undefined;
  readonly onSelect: (seq: number, more?: boolean) => void;
  /** Somebody wants to see what is missing. */
  readonly onFill: (gap: GapEntry) => void;
}

export function EntryList({ entries, selected, revealed, onSelect, onFill }: EntryListProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const view = useSignal({ first: 0, last: 40 });
  const measure = (): void => {
    const element = box.current;
    if (!element) return;
    const first = Math.max(0, Math.floor(element.scrollTop / ROW) - SPARE);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW) + SPARE;
    if (view.value.first !== first || view.value.last !== last) view.value = { first, last };
  };
  useLayoutEffect(measure, []);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const at = revealed === undefined ? -1 : entries.findLastIndex(({ seq }) => seq === revealed);
    if (at >= 0) showRow(box.current, entries.length - 1 - at);
  }, [revealed]);
  const { first, last } = view.value;
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
