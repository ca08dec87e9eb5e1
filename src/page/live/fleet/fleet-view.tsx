// The fleet: a filter, and every device as a tile.
import type { JSX } from 'preact';
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
  let cancel = (): void => undefined;
  const search = (text: string): void => {
    cancel();
    cancel = machine.after(TYPING, () => fleet.ask({ ...fleet.query.value, search: text.trim() }));
  };
  return (
    <form
      class="filters"
      role="search"
      aria-label="Filter of the fleet"
      onSubmit={(event) => event.preventDefault()}
    >
      <label>
        <span class="hidden">Search by id or name</span>
        <input
          type="search"
          placeholder="Search by id or name"
          defaultValue={query.search}
          onInput={({ currentTarget }) => search(currentTarget.value)}
        />
      </label>
      <label>
        <span class="hidden">State</span>
        <select
          value={query.state}
          onChange={({ currentTarget }) => fleet.ask({ ...query, state: currentTarget.value })}
        >
          {STATES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden">Profile</span>
        <select
          value={query.profile}
          onChange={({ currentTarget }) => fleet.ask({ ...query, profile: currentTarget.value })}
        >
          <option value="">Any profile</option>
          {about.value?.profiles.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </form>
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
