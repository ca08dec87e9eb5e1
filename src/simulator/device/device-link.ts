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
  return new OneDeviceLink(options);
}

/** A class, as each device of a fleet has its own. */
class OneDeviceLink implements DeviceLink {
  readonly link: Link;
  readonly power: Power;
  private readonly options: DeviceLinkOptions;
  private powered = true;
  private booted = false;

  constructor(options: DeviceLinkOptions) {
    this.options = options;
    this.link = createLink(
      () => this.onDropped(),
      () => this.onRestored(),
    );
    const tellIfLinked = (): void => this.tellIfLinked();
    this.power = createPower({
      spec: options.spec,
      clock: options.clock,
      onLost: tellIfLinked,
      onSaved: tellIfLinked,
      onStopped: () => this.onStopped(),
      onBooted: () => this.onBooted(),
    });
  }

  isOnline(): boolean {
    return this.link.isUp() && this.power.running();
  }

  isPowered(): boolean {
    return this.powered;
  }

  private onDropped(): void {
    this.options.onStatus();
    if (this.power.running()) this.options.emit({ kind: 'offline' });
  }

  private onRestored(): void {
    this.options.onStatus();
    if (this.power.running()) this.connect();
  }

  private onStopped(): void {
    this.options.onStatus();
    this.options.onStopped();
    if (this.link.isUp()) this.options.emit({ kind: 'offline' });
  }

  private onBooted(): void {
    this.options.onStatus();
    this.booted = true;
    this.options.onBooted();
    if (this.link.isUp()) this.connect();
  }

  private tellIfLinked(): void {
    if (this.link.isUp()) this.tellPower();
  }

  private tellPower(): void {
    const supplied = this.power.supplied();
    if (supplied === this.powered && !this.booted) return;
    this.powered = supplied;
    this.booted = false;
    this.options.onStatus();
    this.options.emit({ kind: supplied ? 'power-restored' : 'power-lost' });
  }

  /** A device that was off tells of the power first; then it is online. */
  private connect(): void {
    if (this.power.supplied()) this.tellPower();
    this.options.emit({ kind: 'online' });
    this.tellPower();
    this.options.onConnected();
  }
}
