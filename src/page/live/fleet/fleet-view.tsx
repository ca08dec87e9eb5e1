// The fleet: a filter, and every device as a tile; as a demonstration it is large and dark, without anything else.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DeviceSummary } from '../../../simulator/control/replies.js';
import { Button, Choice, FilterForm, SearchField } from '../../shared/parts.js';
import { useRowsInSight } from '../../shared/in-sight.js';
import { durationWords, number } from '../../shared/words.js';
import { linkTo } from '../api.js';
import { type CachedDevice, EVERY_DEVICE } from '../store/fleet-cache.js';
import { useStore, useTicks } from '../store/store.js';
import { CardFaultKeys, type CardFaults, useCardFaults } from './card-faults.js';

const STATES = [
  ['', 'Any state'],
  ['offline', 'Offline'],
  ['power-lost', 'Without power'],
  ['busy', 'Lane busy'],
  ['faulty', 'With a fault'],
  ['touched', 'Used so far'],
] as const;

const CHOSEN_BY_CLICK = 'Choose a card with Tab or a click, then press a key.';
const CHOSEN_BY_TAB = 'Choose a card with Tab, then press a key. A click opens it.';

/** @param props.isDemo large, for people who look from afar. */
export function FleetView({ isDemo = false }: { readonly isDemo?: boolean }): JSX.Element {
  const { fleet, about } = useStore();
  const cardFaults = useCardFaults(isDemo);
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
        {isDemo ? <DemoEnd /> : <Filters />}
      </div>
      <CardFaultKeys chosen={cardFaults.chosen} hint={isDemo ? CHOSEN_BY_CLICK : CHOSEN_BY_TAB} />
      {count === 0 ? (
        <Nothing />
      ) : (
        <TileGrid
          key={String(isDemo)}
          count={count ?? 0}
          size={isDemo ? LARGE : USUAL}
          cardFaults={cardFaults}
        />
      )}
    </section>
  );
}

/** The way back, also by the key Escape. */
function DemoEnd(): JSX.Element {
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') location.hash = linkTo({ view: 'fleet' });
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
  return (
    <a class="button small" href={linkTo({ view: 'fleet' })}>
      <kbd>Esc</kbd> End the demonstration
    </a>
  );
}

function Filters(): JSX.Element {
  const { fleet, about } = useStore();
  const query = fleet.query.value;
  const profiles = (about.value?.profiles ?? []).map((each): readonly [string, string] => [each, each]);
  return (
    <FilterForm label="Filter of the fleet">
      <SearchField
        label="Search by id or name"
        value={query.search}
        onInput={(search) => fleet.ask({ ...query, search })}
      />
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
      <a class="button small" href={linkTo({ view: 'demo' })}>
        Demonstration
      </a>
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

interface TileSize {
  /** In px: the least width of a tile, and from one row to the next. */
  readonly width: number;
  readonly row: number;
}

const USUAL: TileSize = { width: 196, row: 108 };
const LARGE: TileSize = { width: 320, row: 188 };
const GAP = 8;
/** Rows above and below what is in sight. */
const SPARE = 4;
/** How often `4 s ago` becomes another text, in ms. */
const AGO_STEP = 1000;

interface TileGridProps {
  readonly count: number;
  readonly size: TileSize;
  readonly cardFaults: CardFaults;
}

function TileGrid({ count, size, cardFaults }: TileGridProps): JSX.Element {
  const { width, row } = size;
  const { fleet, machine } = useStore();
  const { box, view, measure } = useRowsInSight(row, SPARE, [count]);
  const { first, last } = view;
  const columns = Math.max(1, Math.floor((view.width + GAP) / (width + GAP)));
  const from = first * columns;
  const to = Math.min(count, last * columns);
  useEffect(() => fleet.show(from, to), [from, to, fleet]);
  // Reading it draws the grid anew when a device has become another one.
  void fleet.edition.value;
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, at) => fleet.at(from + at));
  const now = machine.now();
  const waits = shown.some((each) => each && each.device.refreshIn > now - each.readAt);
  const ages = shown.some((each) => each?.device.changedAt !== undefined);
  useTicks(waits ? STEP : ages ? AGO_STEP : undefined);
  return (
    <div
      class="grid-box"
      ref={box}
      onScroll={measure}
      onFocusIn={cardFaults.onFocusIn}
      onKeyDown={cardFaults.onKeyDown}
      onClick={cardFaults.onClick}
      tabIndex={0}
      role="region"
      aria-label="Devices"
    >
      <div class="grid-space" style={{ height: `${Math.ceil(count / columns) * row}px` }}>
        <ul
          class="grid"
          style={{
            transform: `translateY(${first * row}px)`,
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

// One device of the fleet: its contacts as lamps, its last change, what keeps it busy, and the faults on it.

interface TileProps {
  /** Undefined while it is being read. */
  readonly cached: CachedDevice | undefined;
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

/** Budgets run down so finely, in ms. */
const STEP = 250;

function Tile({ cached, place, count }: TileProps): JSX.Element {
  const store = useStore();
  const position = { 'aria-posinset': place, 'aria-setsize': count };
  if (!cached) return <li class="tile empty" aria-label="being read" {...position} />;
  const { device } = cached;
  const { deviceId, lane, faults, changedAt } = device;
  const wait = waitOf(cached, store);
  const state = stateOf(device);
  const mood = faults.length > 0 ? 'faulty' : state === 'online' ? 'fine' : 'down';
  return (
    <li class={`tile ${mood}`} {...position}>
      <a href={linkTo({ view: 'device', deviceId })} data-device={deviceId}>
        <span class="tile-head">
          <span class={`lamp ${state.replace(' ', '-')}`} aria-hidden="true" />
          <b>{deviceId}</b>
          <span class={state === 'online' ? 'hidden' : 'mark bad'}>{state}</span>
        </span>
        <span class="tile-name">{nameOf(device)}</span>
        <Contacts device={device} />
        <span class="tile-marks">
          {lane === 'taken' && <span class="mark busy">busy</span>}
          {faults.length > 0 && (
            <span class="mark fault">{faults.length === 1 ? faults[0] : `${faults.length} faults`}</span>
          )}
          {wait > 0 && (
            <span class="wait">
              <span class="hidden">may be refreshed in </span>
              <span aria-hidden="true">↻ </span>
              {durationWords(Math.ceil(wait / STEP) * STEP)}
            </span>
          )}
          {wait === 0 && changedAt !== undefined && (
            <span class="quiet changed">
              <span class="hidden">changed </span>
              {agoWords(store.now() - changedAt)}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}

/** How long the device cannot be refreshed yet, in ms of the simulator. */
function waitOf({ device, readAt }: CachedDevice, { machine, clock }: ReturnType<typeof useStore>): number {
  const speed = clock.value?.paused ? 0 : (clock.value?.speed ?? 1);
  return Math.max(0, device.refreshIn - (machine.now() - readAt) * speed);
}

function stateOf({ online, powered }: DeviceSummary): 'online' | 'offline' | 'no power' {
  if (!powered) return 'no power';
  return online ? 'online' : 'offline';
}

/** A name that is the identifier in other letters says nothing: then what kind of device it is. */
function nameOf({ deviceId, name, profileId }: DeviceSummary): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return plain(name) === plain(deviceId) ? profileId : name;
}

function agoWords(ms: number): string {
  if (ms < 1000) return 'just now';
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`;
  return `${Math.floor(ms / 3_600_000)} h ago`;
}

// Relays are round and inputs are square; lit is closed. What is told otherwise has a ring.

/** A tile has room for so many of each kind. */
const MOST = 8;

interface ContactState {
  readonly index: number;
  readonly told: boolean;
  readonly closed: boolean;
}

function Contacts({ device }: { readonly device: DeviceSummary }): JSX.Element {
  const relays = device.relays.map(({ index, on, closed }) => ({ index, told: on, closed }));
  const inputs = device.digitalInputs.map(({ index, active, contact }) => ({
    index,
    told: active,
    closed: contact,
  }));
  return (
    <span class="contacts">
      <Row kind="relay" all={relays} />
      <Row kind="input" all={inputs} />
    </span>
  );
}

function Row({ kind, all }: { readonly kind: string; readonly all: readonly ContactState[] }): JSX.Element {
  const indexes = (those: readonly ContactState[]): string => those.map(({ index }) => index).join(', ');
  const closed = all.filter((each) => each.closed);
  const differing = all.filter((each) => each.closed !== each.told);
  return (
    <>
      {all.slice(0, MOST).map(({ index, told, closed: isClosed }) => (
        <i
          key={index}
          aria-hidden="true"
          class={`${kind} ${isClosed ? 'closed' : ''} ${told === isClosed ? '' : 'differs'}`}
        />
      ))}
      {all.length > MOST && <span class="quiet">+{all.length - MOST}</span>}
      {closed.length > 0 && (
        <span class="hidden">
          {' '}
          closed {kind}s: {indexes(closed)}
        </span>
      )}
      {differing.length > 0 && (
        <span class="hidden">
          {' '}
          told otherwise: {kind} {indexes(differing)}
        </span>
      )}
    </>
  );
}
