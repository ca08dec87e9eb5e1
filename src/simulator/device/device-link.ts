// Link and power of a device, and what the service learns of them: who is online, and the four events about it.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { PowerSpec } from './schema/profile.js';
import type { DeviceEvent } from './device.js';

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
  /** Whether the link is up. */
  up = true;
  /** How often the link was lost; when this changes during an operation, its answer cannot reach the service. */
  drops = 0;
  /** Whether there is power from outside. */
  supplied = true;
  /** Whether the device works: also true in the hold-up time, not yet true while it boots. */
  running = true;
  /** How often the device has stopped working; an operation that saw this change was cut short. */
  stops = 0;
  /** Whether the device has power, as far as it could tell. */
  powered = true;

  private booted = false;
  /** The end of the hold-up time, or of booting. */
  private pending: Timer | undefined = undefined;
  private readonly options: DeviceLinkOptions;

  constructor(options: DeviceLinkOptions) {
    this.options = options;
  }

  isOnline(): boolean {
    return this.up && this.running;
  }

  drop(): void {
    if (!this.up) return;
    this.up = false;
    this.drops++;
    this.options.onStatus();
    if (this.running) this.options.emit({ kind: 'offline' });
  }

  restore(): void {
    if (this.up) return;
    this.up = true;
    this.options.onStatus();
    if (this.running) this.connect();
  }

  /** The device goes on for the hold-up time. */
  cutPower(): void {
    if (!this.supplied) return;
    this.supplied = false;
    if (!this.running) return this.forgetPending();
    this.tellIfLinked();
    this.after('hold-up', this.options.spec.holdUp, () => this.stop());
  }

  /** A device that has stopped takes its time to boot. */
  restorePower(): void {
    if (this.supplied) return;
    this.supplied = true;
    if (!this.running) return this.after('boot', this.options.spec.boot, () => this.boot());
    this.forgetPending();
    this.tellIfLinked();
  }

  /** Stops at once, without power. */
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
    this.options.onStatus();
    this.options.onStopped();
    if (this.up) this.options.emit({ kind: 'offline' });
  }

  private boot(): void {
    this.running = true;
    this.options.onStatus();
    this.booted = true;
    this.options.onBooted();
    if (this.up) this.connect();
  }

  private tellIfLinked(): void {
    if (this.up) this.tellPower();
  }

  private tellPower(): void {
    const { supplied } = this;
    if (supplied === this.powered && !this.booted) return;
    this.powered = supplied;
    this.booted = false;
    this.options.onStatus();
    this.options.emit({ kind: supplied ? 'power-restored' : 'power-lost' });
  }

  /** A device that was off tells of the power first; then it is online. */
  private connect(): void {
    if (this.supplied) this.tellPower();
    this.options.emit({ kind: 'online' });
    this.tellPower();
    this.options.onConnected();
  }
}
