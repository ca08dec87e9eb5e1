// A device's supply: cut, it goes on for the hold-up time; restored, it takes its time to boot.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { PowerSpec } from './device-spec.js';

export interface Power {
  /** Whether there is power from outside. */
  supplied(): boolean;
  /** Whether the device works: also true in the hold-up time, not yet true while it boots. */
  running(): boolean;
  /** How often the device has stopped working; an operation that saw this change was cut short. */
  stops(): number;
  cut(): void;
  restore(): void;
  /** Stops at once and tells nobody. */
  kill(): void;
}

export interface PowerOptions {
  readonly spec: PowerSpec;
  readonly clock: Clock;
  /** The power was cut; the device still works. */
  readonly onLost: () => void;
  /** The power is back before the device has stopped. */
  readonly onSaved: () => void;
  readonly onStopped: () => void;
  readonly onBooted: () => void;
}

export function createPower(options: PowerOptions): Power {
  return new OnePower(options);
}

/** A class, as each device of a fleet has its own. */
class OnePower implements Power {
  private isSupplied = true;
  private isRunning = true;
  private stopped = 0;
  /** The end of the hold-up time, or of booting. */
  private pending: Timer | undefined = undefined;
  private readonly options: PowerOptions;

  constructor(options: PowerOptions) {
    this.options = options;
  }

  supplied(): boolean {
    return this.isSupplied;
  }

  running(): boolean {
    return this.isRunning;
  }

  stops(): number {
    return this.stopped;
  }

  cut(): void {
    if (!this.isSupplied) return;
    this.isSupplied = false;
    if (!this.isRunning) return this.forgetPending();
    this.options.onLost();
    this.after('hold-up', this.options.spec.holdUp, () => this.stop());
  }

  restore(): void {
    if (this.isSupplied) return;
    this.isSupplied = true;
    if (!this.isRunning) return this.after('boot', this.options.spec.boot, () => this.boot());
    this.forgetPending();
    this.options.onSaved();
  }

  kill(): void {
    this.forgetPending();
    this.isSupplied = false;
    if (this.isRunning) this.stop();
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
    this.isRunning = false;
    this.stopped++;
    this.options.onStopped();
  }

  private boot(): void {
    this.isRunning = true;
    this.options.onBooted();
  }
}
