// One device: what it says beside what is really so, and everything that can be done to it.
import { Button, Panel } from '../../shared/parts.js';
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import { linkTo } from '../api.js';
import { useStore, useTicks } from '../store/store.js';
import { ChannelPanel, Drawing } from './channel-panel.js';
import { Chart } from './chart.js';
import { type DeviceProps, useActs, type ReadDevice, useDevice, type ActOnDevice } from './use-device.js';
import { durationWords, timeOfDay } from '../../shared/words.js';
import type { TrafficEntry } from '../store/traffic-log.js';
import { entryDevice, entryTitle, entryTone } from '../traffic/filter.js';
import { useSignal } from '@preact/signals';

export function DeviceScreen({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { state, history, reread } = useDevice(deviceId);
  const read = state.value;
  if (read === 'missing') return <Missing deviceId={deviceId} />;
  return (
    <section class="device" aria-labelledby="device-title">
      <div class="toolbar">
        <a class="back" href={linkTo({ view: 'fleet' })}>
          Fleet
        </a>
        <h1 id="device-title">{deviceId}</h1>
        {read !== 'reading' && <Facts device={read.device} />}
      </div>
      {read === 'reading' ? (
        <p class="quiet">Reading the device</p>
      ) : (
        <Panels read={read} reread={reread}>
          <Chart history={history} edition={read.readAt} />
        </Panels>
      )}
    </section>
  );
}

function Panels(props: {
  readonly read: ReadDevice;
  readonly reread: () => void;
  readonly children: JSX.Element;
}): JSX.Element {
  const { device } = props.read;
  const act = useActs(device.deviceId, props.reread);
  return (
    <div class="device-panels">
      <div class="column">
        <Drawing device={device} act={act} />
        <Gauges read={props.read} />
        <ActsPanel device={device} act={act} />
        {device.baudRate !== null && <SerialPanel device={device} act={act} />}
      </div>
      <div class="column wide">
        <ChannelPanel device={device} act={act} />
        {props.children}
        <RecentList deviceId={device.deviceId} />
      </div>
    </div>
  );
}

function Facts({ device }: { readonly device: DeviceView }): JSX.Element {
  const state = !device.powered ? 'no power' : device.online ? 'online' : 'offline';
  return (
    <p class="facts">
      <span class={`lamp ${state.replace(' ', '-')}`} aria-hidden="true" />
      <span>{state}</span>
      {device.name !== device.deviceId && <span>{device.name}</span>}
      <span class="quiet">{device.profileId}</span>
      {device.faults.map((id) => (
        <a key={id} class="mark fault" href={linkTo({ view: 'faults' })}>
          {id}
        </a>
      ))}
    </p>
  );
}

function Missing({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { about } = useStore();
  return (
    <div class="nothing">
      <h1>There is no device {deviceId}</h1>
      <p>It may have been removed. The fleet has {about.value?.devices ?? 0} devices.</p>
      <a class="button" href={linkTo({ view: 'fleet' })}>
        Show the fleet
      </a>
    </div>
  );
}

// Power and link: what the world takes from a device, and gives back.

function ActsPanel({ device, act }: { readonly device: DeviceView; readonly act: ActOnDevice }): JSX.Element {
  const { supplied, linked } = device;
  return (
    <div class="acts" role="group" aria-label="Power and link">
      <Button
        kind={supplied ? 'danger' : 'primary'}
        onClick={() => void act({ kind: supplied ? 'cut-power' : 'restore-power' })}
      >
        {supplied ? 'Cut power' : 'Restore power'}
      </Button>
      <Button
        kind={linked ? 'danger' : 'primary'}
        onClick={() => void act({ kind: linked ? 'drop-link' : 'restore-link' })}
      >
        {linked ? 'Drop link' : 'Restore link'}
      </Button>
    </div>
  );
}

// Refresh budget and lane as clocks that run.

const RADIUS = 22;
const ROUND = 2 * Math.PI * RADIUS;
/** In ms: a ring that is drawn so often seems to run. */
const STEP = 60;
const CALM_STEP = 1000;
/** The least time between two refreshes, as the interface states it, in ms: a full ring. */
const BUDGET = 3000;

function Gauges({ read }: { readonly read: ReadDevice }): JSX.Element {
  const { machine, clock } = useStore();
  const { device, readAt } = read;
  const speed = clock.value?.paused ? 0 : (clock.value?.speed ?? 1);
  const wait = Math.max(0, device.refreshIn - (machine.now() - readAt) * speed);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useTicks(wait > 0 && speed > 0 ? (isCalm ? CALM_STEP : STEP) : undefined);
  const busy = device.lane === 'taken';
  return (
    <div class="gauges" role="group" aria-label="Refresh budget and lane">
      <div class="gauge">
        <Ring part={Math.min(1, wait / BUDGET)} tone={wait > 0 ? 'warn' : 'good'} />
        <p>
          <b>Refresh budget</b>
          <span>{wait > 0 ? `free in ${durationWords(wait)}` : 'free'}</span>
        </p>
      </div>
      <div class="gauge">
        <Ring part={busy ? 1 : 0} tone={busy ? 'busy' : 'good'} />
        <p>
          <b>Lane</b>
          <span>{busy ? 'an operation is under way' : 'free'}</span>
        </p>
      </div>
    </div>
  );
}

/** @param part of the round that is left, 0 to 1. */
function Ring({ part, tone }: { readonly part: number; readonly tone: string }): JSX.Element {
  return (
    <svg viewBox="0 0 52 52" width="52" height="52" class={`ring ${tone}`} aria-hidden="true">
      <circle cx="26" cy="26" r={RADIUS} class="track" />
      <circle
        cx="26"
        cy="26"
        r={RADIUS}
        class="part"
        stroke-dasharray={`${part * ROUND} ${ROUND}`}
        transform="rotate(-90 26 26)"
      />
    </svg>
  );
}

// What has happened to a device lately, the latest first.

const MOST = 14;

function RecentList({ deviceId }: { readonly deviceId: string }): JSX.Element {
  const { traffic, trafficEdition } = useStore();
  void trafficEdition.value;
  const recent = lastOf(traffic.entries(), deviceId);
  return (
    <Panel name="recent" title="What happened">
      {recent.length === 0 && <p class="quiet">Nothing yet, as far as the journal goes back.</p>}
      <ol class="recent">
        {recent.map((entry) => (
          <li key={entry.seq} class={entryTone(entry)}>
            <time>{timeOfDay(entry.at)}</time>
            <span>{entryTitle(entry)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function lastOf(entries: readonly TrafficEntry[], deviceId: string): TrafficEntry[] {
  const found: TrafficEntry[] = [];
  for (let at = entries.length - 1; at >= 0 && found.length < MOST; at--) {
    const entry = entries[at];
    if (entry && entryDevice(entry) === deviceId) found.push(entry);
  }
  return found;
}

// The RS485 line: bytes that a peripheral sends by itself.

function SerialPanel({ device, act }: DeviceProps): JSX.Element {
  const bytes = useSignal('01 03 04 00 2a');
  const data = bytes.value.replaceAll(/\s+/g, '').toLowerCase();
  const isHex = /^([\da-f]{2})+$/.test(data);
  const send = (event: Event): void => {
    event.preventDefault();
    if (isHex) void act({ kind: 'inject-rs485', data });
  };
  return (
    <form class="panel serial" aria-label="RS485 line" onSubmit={send}>
      <h2>RS485 line</h2>
      <p class="quiet small">
        {device.baudRate} baud. Bytes that arrive unasked become an event <code>device.rs485.received</code>.
      </p>
      <div class="row">
        <label class="grow">
          <span class="hidden">Bytes in hex</span>
          <input
            class="mono"
            value={bytes.value}
            spellcheck={false}
            aria-invalid={!isHex}
            onInput={({ currentTarget }) => (bytes.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={!isHex}>
          Send bytes
        </button>
      </div>
    </form>
  );
}
