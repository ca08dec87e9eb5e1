// What the service learns of a device's link and power: who is online, and the four events about it.
import type { Clock } from '../../kernel/clock.js';
import type { DeviceEvent } from './device-event.js';
import type { PowerSpec } from './device-spec.js';
import { createLink, type Link } from './link.js';
import { createPower, type Power } from './power.js';

export interface DeviceLink {
  readonly link: Link;
  readonly power: Power;
  isOnline(): boolean;
  /** Whether the device has power, as far as it could tell. */
  isPowered(): boolean;
}

export interface DeviceLinkOptions {
  readonly spec: PowerSpec;
  readonly clock: Clock;
  readonly emit: (event: DeviceEvent) => void;
  /** Whether it is online or powered may be another answer from now on. */
  readonly onStatus: () => void;
  /** The device has stopped working. */
  readonly onStopped: () => void;
  /** The device has booted; it is not connected yet. */
  readonly onBooted: () => void;
  /** The device is online again, and the service has been told. */
  readonly onConnected: () => void;
}

export function createDeviceLink(options: DeviceLinkOptions): DeviceLink {
  const { spec, clock, emit, onStatus, onStopped, onBooted, onConnected } = options;
  let powered = true;
  let booted = false;

  const tellPower = (): void => {
    const supplied = power.supplied();
    if (supplied === powered && !booted) return;
    powered = supplied;
    booted = false;
    onStatus();
    emit({ kind: supplied ? 'power-restored' : 'power-lost' });
  };
  /** A device that was off tells of the power first; then it is online. */
  const connect = (): void => {
    if (power.supplied()) tellPower();
    emit({ kind: 'online' });
    tellPower();
    onConnected();
  };

  const link = createLink(
    () => {
      onStatus();
      if (power.running()) emit({ kind: 'offline' });
    },
    () => {
      onStatus();
      if (power.running()) connect();
    },
  );
  const tellIfLinked = (): void => {
    if (link.isUp()) tellPower();
  };
  const power = createPower({
    spec,
    clock,
    onLost: tellIfLinked,
    onSaved: tellIfLinked,
    onStopped: () => {
      onStatus();
      onStopped();
      if (link.isUp()) emit({ kind: 'offline' });
    },
    onBooted: () => {
      onStatus();
      booted = true;
      onBooted();
      if (link.isUp()) connect();
    },
  });

  return { link, power, isOnline: () => link.isUp() && power.running(), isPowered: () => powered };
}
