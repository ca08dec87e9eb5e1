// One device of the fleet: its link and power, whether its lane is busy, what is left of its budget, faults on it.
import type { JSX } from 'preact';
import { durationWords } from '../../shared/words.js';
import { linkTo } from '../place.js';
import { useStore } from '../store/context.js';
import type { CachedDevice } from '../store/fleet-cache.js';

export interface TileProps {
  /** Undefined while it is being read. */
  readonly cached: CachedDevice | undefined;
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

export function Tile({ cached, place, count }: TileProps): JSX.Element {
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
