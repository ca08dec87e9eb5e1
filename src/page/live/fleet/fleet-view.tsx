// The fleet: a filter, and every device as a tile.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Choice, FilterForm, SearchField, Button } from '../../shared/parts.js';
import { durationWords, number } from '../../shared/words.js';
import { type CachedDevice, EVERY_DEVICE } from '../store/fleet-cache.js';
import { useStore, useTicks } from '../store/store.js';
import { useSignal } from '@preact/signals';
import { linkTo } from '../api.js';

const STATES = [
  ['', 'Any state'],
  ['offline', 'Offline'],
  ['power-lost', 'Without power'],
  ['busy', 'Lane busy'],
  ['faulty', 'With a fault'],
  ['touched', 'Used so far'],
] as const;

/** Typing is waited for, in ms. */
const TYPING = 150;

export function FleetView(): JSX.Element {
  const { fleet, about } = useStore();
  const count = fleet.count.value;
  const { search, state, profile } = fleet.query.value;
  const isAll = search === '' && state === '' && profile === '';
  const total = about.value?.devices;
  const words =
    count === undefined ? 'Reading the fleet' : isAll ? `${number(count)} devices` : `${number(count)} found`;
  return (
    <section class="fleet" aria-labelledby="fleet-title">
      <div class="toolbar">
        <h1 id="fleet-title">Fleet</h1>
        <p role="status" class="quiet">
          {words}
          {!isAll && total !== undefined && ` of ${number(total)}`}
        </p>
        <Filters />
      </div>
      {count === 0 ? <Nothing /> : <TileGrid count={count ?? 0} />}
    </section>
  );
}

function Filters(): JSX.Element {
  const { fleet, about, machine } = useStore();
  const query = fleet.query.value;
  const profiles = (about.value?.profiles ?? []).map((each): readonly [string, string] => [each, each]);
  const waiting = useRef((): void => undefined);
  const search = (text: string): void => {
    waiting.current();
    waiting.current = machine.after(TYPING, () => fleet.ask({ ...fleet.query.value, search: text }));
  };
  return (
    <FilterForm label="Filter of the fleet">
      <SearchField label="Search by id or name" value={query.search} onInput={search} />
      <Choice
        label="State"
        value={query.state}
        all={STATES}
        onChange={(state) => fleet.ask({ ...query, state })}
      />
      <Choice
        label="Profile"
        value={query.profile}
        all={[['', 'Any profile'], ...profiles]}
        onChange={(profile) => fleet.ask({ ...query, profile })}
      />
    </FilterForm>
  );
}

function Nothing(): JSX.Element {
  const { fleet } = useStore();
  return (
    <div class="nothing">
      <p>No device is like this.</p>
      <Button onClick={() => fleet.ask(EVERY_DEVICE)}>Show all devices</Button>
    </div>
  );
}

// A grid of tiles of which only those are made that are in sight.

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

function TileGrid({ count }: { readonly count: number }): JSX.Element {
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

// One device of the fleet: its link and power, whether its lane is busy, what is left of its budget, faults on it.

interface TileProps {
  /** Undefined while it is being read. */
  readonly cached: CachedDevice | undefined;
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

function Tile({ cached, place, count }: TileProps): JSX.Element {
  const { machine, clock } = useStore();
  const position = { 'aria-posinset': place, 'aria-setsize': count };
  if (!cached) return <li class="tile empty" aria-label="being read" {...position} />;
  const { device, readAt } = cached;
  const { deviceId, name, profileId, online, powered, lane, faults } = device;
  const speed = clock.value?.paused ? 0 : (clock.value?.speed ?? 1);
  const wait = Math.max(0, device.refreshIn - (machine.now() - readAt) * speed);
  const state = !powered ? 'no power' : online ? 'online' : 'offline';
  const mood = faults.length > 0 ? 'faulty' : state === 'online' ? 'fine' : 'down';
  return (
    <li class={`tile ${mood}`} {...position}>
      <a href={linkTo({ view: 'device', deviceId })}>
        <span class="tile-head">
          <span class={`lamp ${state.replace(' ', '-')}`} aria-hidden="true" />
          <b>{deviceId}</b>
        </span>
        <span class="tile-name">{name === deviceId ? profileId : name}</span>
        <span class="tile-marks">
          <span class={state === 'online' ? 'quiet' : 'mark bad'}>{state}</span>
          {lane === 'taken' && <span class="mark busy">busy</span>}
          {faults.length > 0 && (
            <span class="mark fault">{faults.length === 1 ? faults[0] : `${faults.length} faults`}</span>
          )}
          {wait > 0 && (
            <span class="wait">
              <span class="hidden">refresh in </span>
              {durationWords(Math.ceil(wait / 250) * 250)}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}
