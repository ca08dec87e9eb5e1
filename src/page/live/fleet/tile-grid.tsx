// A grid of tiles of which only those are made that are in sight.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useStore } from '../store/context.js';
import { useTicks } from '../use-ticks.js';
import { Tile } from './tile.js';

const TILE_WIDTH = 196;
const ROW = 84;
const GAP = 8;
/** Rows above and below what is in sight. */
const SPARE = 4;
/** Budgets and lanes run down so finely, in ms. */
const STEP = 250;

interface Window {
  readonly columns: number;
  readonly first: number;
  readonly last: number;
}

export function TileGrid({ count }: { readonly count: number }): JSX.Element {
  const { fleet, machine } = useStore();
  const box = useRef<HTMLDivElement>(null);
  const view = useSignal<Window>({ columns: 1, first: 0, last: 0 });
  const measure = (): void => {
    const element = box.current;
    if (!element) return;
    const columns = Math.max(1, Math.floor((element.clientWidth + GAP) / (TILE_WIDTH + GAP)));
    const first = Math.max(0, Math.floor(element.scrollTop / ROW) - SPARE);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW) + SPARE;
    const { value } = view;
    if (value.columns !== columns || value.first !== first || value.last !== last)
      view.value = { columns, first, last };
  };
  useLayoutEffect(measure, [count]);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const { columns, first, last } = view.value;
  const from = first * columns;
  const to = Math.min(count, last * columns);
  useEffect(() => fleet.show(from, to), [from, to, fleet]);
  // Reading it draws the grid anew when a device has become another one.
  void fleet.edition.value;
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, at) => fleet.at(from + at));
  const now = machine.now();
  useTicks(shown.some((each) => each && each.device.refreshIn > now - each.readAt) ? STEP : undefined);
  return (
    <div class="grid-box" ref={box} onScroll={measure} tabIndex={0} role="region" aria-label="Devices">
      <div class="grid-space" style={{ height: `${Math.ceil(count / columns) * ROW}px` }}>
        <ul
          class="grid"
          style={{
            transform: `translateY(${first * ROW}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {shown.map((cached, at) => (
            <Tile key={from + at} cached={cached} place={from + at + 1} count={count} />
          ))}
        </ul>
      </div>
    </div>
  );
}
