// One relay: a coil that obeys, and a contact that should follow it. The device reports the coil.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { RelayAction } from '../../contract/operations.js';
import type { RelaySpec } from './device-spec.js';

export interface Relay {
  readonly index: number;
  jogDuration: number;
  /** What the device reports. */
  coil(): boolean;
  /** What it was told for good: no pulse, and not the lack of power. */
  lasting(): boolean;
  /** The truth: whether the contact is closed, and how often it has moved. */
  closed(): boolean;
  switchedTimes(): number;
  act(action: RelayAction): void;
  /** The supply of the coil is gone. */
  powerDown(): void;
  /** The device has booted. */
  boot(): void;
  /** Looks again where the contact belongs: what held or freed it may have changed. */
  reconsider(): void;
}

/** What the relays of a device share. */
export interface RelaySurroundings {
  readonly clock: Clock;
  /** Where the contact goes. */
  contact(index: number, commanded: boolean, closed: boolean): boolean;
  onContact(index: number, closed: boolean): void;
  /** The coil has let go by itself. */
  onJogEnd(): void;
}

export function createRelay(index: number, spec: RelaySpec, surroundings: RelaySurroundings): Relay {
  return new OneRelay(index, spec, surroundings);
}

/** A class, as fleets have relays by the hundred thousand: a closure for each method would be most of a device. */
class OneRelay implements Relay {
  readonly index: number;
  jogDuration: number;
  private on: boolean;
  private isClosed: boolean;
  private switched = 0;
  private beforePowerDown = false;
  private down = false;
  private jog: Timer | undefined = undefined;
  private readonly spec: RelaySpec;
  private readonly surroundings: RelaySurroundings;

  constructor(index: number, spec: RelaySpec, surroundings: RelaySurroundings) {
    this.index = index;
    this.spec = spec;
    this.surroundings = surroundings;
    this.jogDuration = spec.jogDuration;
    this.on = spec.bootState === 'on';
    this.isClosed = surroundings.contact(index, this.on, this.on);
  }

  coil(): boolean {
    return this.on;
  }

  lasting(): boolean {
    return this.down ? this.beforePowerDown : this.on && !this.jog;
  }

  closed(): boolean {
    return this.isClosed;
  }

  switchedTimes(): number {
    return this.switched;
  }

  act(action: RelayAction): void {
    this.energise(action !== 'off');
    if (action !== 'jog') return;
    const { clock } = this.surroundings;
    this.jog = clock.setTimer(`relay ${this.index} jog`, this.jogDuration, () => {
      this.energise(false);
      this.surroundings.onJogEnd();
    });
  }

  powerDown(): void {
    // A pulse that the power cut short must not come back as a lasting "on".
    this.beforePowerDown = this.on && !this.jog;
    this.down = true;
    this.energise(false);
  }

  boot(): void {
    this.down = false;
    const { bootState } = this.spec;
    this.energise(bootState === 'last' ? this.beforePowerDown : bootState === 'on');
  }

  reconsider(): void {
    const next = this.surroundings.contact(this.index, this.on, this.isClosed);
    if (next === this.isClosed) return;
    this.isClosed = next;
    this.switched++;
    this.surroundings.onContact(this.index, next);
  }

  private energise(on: boolean): void {
    this.jog?.cancel();
    this.jog = undefined;
    this.on = on;
    this.reconsider();
  }
}
