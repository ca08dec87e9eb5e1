// Link and power of a device, and what the service learns of them: who is online, and the four events about it.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { PowerSpec } from './schema/profile.js';
import type { DeviceEvent } from './device.js';

// Whether a device can reach the service: the link is up or down.

/** A class, as each device of a fleet has its own. */
export class Link {
  up = true;
  /** How often the link was lost; when this changes during an operation, its answer cannot reach the service. */
  drops = 0;
  private readonly onDropped: () => void;
  private readonly onRestored: () => void;

  constructor(onDropped: () => void, onRestored: () => void) {
    this.onDropped = onDropped;
    this.onRestored = onRestored;
  }

  drop(): void {
    if (!this.up) return;
    this.up = false;
    this.drops++;
    this.onDropped();
  }

  restore(): void {
    if (this.up) return;
    this.up = true;
    this.onRestored();
  }
}

// A device's supply: cut, it goes on for the hold-up time; restored, it takes its time to boot.

interface PowerOptions {
  readonly spec: PowerSpec;
  readonly clock: Clock;
  /** The power was cut; the device still works. */
  readonly onLost: () => void;
  /** The power is back before the device has stopped. */
  readonly onSaved: () => void;
  readonly onStopped: () => void;
  readonly onBooted: () => void;
}

/** A class, as each device of a fleet has its own. */
export class Power {
  /** Whether there is power from outside. */
  supplied = true;
  /** Whether the device works: also true in the hold-up time, not yet true while it boots. */
  running = true;
  /** How often the device has stopped working; an operation that saw this change was cut short. */
  stops = 0;
  /** The end of the hold-up time, or of booting. */
  private pending: Timer | undefined = undefined;
  private readonly options: PowerOptions;

  constructor(options: PowerOptions) {
    this.options = options;
  }

  cut(): void {
    if (!this.supplied) return;
    this.supplied = false;
    if (!this.running) return this.forgetPending();
    this.options.onLost();
    this.after('hold-up', this.options.spec.holdUp, () => this.stop());
  }

  restore(): void {
    if (this.supplied) return;
    this.supplied = true;
    if (!this.running) return this.after('boot', this.options.spec.boot, () => this.boot());
    this.forgetPending();
    this.options.onSaved();
  }

  /** Stops at once and tells nobody. */
  kill(): void {
    this.forgetPending();
    this.supplied = false;
    if (this.running) this.stop();
  }

  private after(name: string, delay: number, then: () => void): void {
    this.pending?.cancel();
    this.pending = this.options.clock.setTimer(name, delay, () => {
      this.pending = undefined;
      then();
    });
  }

  private forgetPending(): void {
    this.pending?.cancel();
    this.pending = undefined;
  }

  private stop(): void {
    this.running = false;
    this.stops++;
    this.options.onStopped();
  }

  private boot(): void {
    this.running = true;
    this.options.onBooted();
  }
}

// What the service learns of a device's link and power: who is online, and the four events about it.

interface DeviceLinkOptions {
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

/** A class, as each device of a fleet has its own. */
export class DeviceLink {
  readonly link: Link;
  readonly power: Power;
  private readonly options: DeviceLinkOptions;
  private powered = true;
  private booted = false;

  constructor(options: DeviceLinkOptions) {
    this.options = options;
    this.link = new Link(
      () => this.onDropped(),
      () => this.onRestored(),
    );
    const tellIfLinked = (): void => this.tellIfLinked();
    this.power = new Power({
      spec: options.spec,
      clock: options.clock,
      onLost: tellIfLinked,
      onSaved: tellIfLinked,
      onStopped: () => this.onStopped(),
      onBooted: () => this.onBooted(),
    });
  }

  isOnline(): boolean {
    return this.link.up && this.power.running;
  }

  /** Whether the device has power, as far as it could tell. */
  isPowered(): boolean {
    return this.powered;
  }

  private onDropped(): void {
    this.options.onStatus();
    if (this.power.running) this.options.emit({ kind: 'offline' });
  }

  private onRestored(): void {
    this.options.onStatus();
    if (this.power.running) this.connect();
  }

  private onStopped(): void {
    this.options.onStatus();
    this.options.onStopped();
    if (this.link.up) this.options.emit({ kind: 'offline' });
  }

  private onBooted(): void {
    this.options.onStatus();
    this.booted = true;
    this.options.onBooted();
    if (this.link.up) this.connect();
  }

  private tellIfLinked(): void {
    if (this.link.up) this.tellPower();
  }

  private tellPower(): void {
    const supplied = this.power.supplied;
    if (supplied === this.powered && !this.booted) return;
    this.powered = supplied;
    this.booted = false;
    this.options.onStatus();
    this.options.emit({ kind: supplied ? 'power-restored' : 'power-lost' });
  }

  /** A device that was off tells of the power first; then it is online. */
  private connect(): void {
    if (this.power.supplied) this.tellPower();
    this.options.emit({ kind: 'online' });
    this.tellPower();
    this.options.onConnected();
  }
}
