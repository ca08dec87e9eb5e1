// The fleet: a filter, and every device as a tile.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Choice, FilterForm, SearchField } from '../../shared/filter-form.js';
import { number } from '../../shared/words.js';
import { EVERY_DEVICE } from '../store/fleet-cache.js';
import { useStore } from '../store/context.js';
import { TileGrid } from './tile-grid.js';

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
      <button type="button" class="button" onClick={() => fleet.ask(EVERY_DEVICE)}>
        Show all devices
      </button>
    </div>
  );
}
