// One device: what it says beside what is really so, and everything that can be done to it.
import type { JSX } from 'preact';
import type { DeviceView } from '../../../simulator/control/replies.js';
import { linkTo } from '../place.js';
import { useStore } from '../store/context.js';
import { ActsPanel } from './acts-panel.js';
import { ChannelPanel } from './channel-panel.js';
import { Chart } from './chart.js';
import { Drawing } from './drawing.js';
import { Gauges } from './gauges.js';
import { RecentList } from './recent-list.js';
import { SerialPanel } from './serial-panel.js';
import { useActs } from './use-acts.js';
import { type ReadDevice, useDevice } from './use-device.js';

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
