// One device of the fleet: its contacts as lamps, its last change, what keeps it busy, and the faults on it.
import type { JSX } from 'preact';
import type { DeviceSummary } from '../../../simulator/control/replies.js';
import { durationWords } from '../../shared/words.js';
import { linkTo } from '../api.js';
import type { CachedDevice } from '../store/fleet-cache.js';
import { useStore } from '../store/store.js';

interface TileProps {
  /** Undefined while it is being read. */
  readonly cached: CachedDevice | undefined;
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

/** Budgets run down so finely, in ms. */
export const STEP = 250;

export function Tile({ cached, place, count }: TileProps): JSX.Element {
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
