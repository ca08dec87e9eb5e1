// The relays of a device: each a coil that obeys and a contact that should follow it, with wires to its digital inputs.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { RelayAction, RelayChange } from '../../contract/operations.js';
import type { RelaySpec } from './schema/profile.js';
import { assert } from '../../kernel/assert.js';
import type { DevicePlaces } from './places.js';
import type { Witness } from './device.js';

// One relay: a coil that obeys, and a contact that should follow it. The device reports the coil.

/** A class, as fleets have relays by the hundred thousand: a closure for each method would be most of a device. */
export class Relay {
  readonly index: number;
  jogDuration: number;
  /** What the device reports. */
  on: boolean;
  /** The truth: whether the contact is closed, and how often it has moved. */
  closed: boolean;
  switchedTimes = 0;
  private beforePowerDown = false;
  private down = false;
  private jog: Timer | undefined = undefined;
  private readonly spec: RelaySpec;
  private readonly relays: Relays;

  constructor(index: number, spec: RelaySpec, relays: Relays) {
    this.index = index;
    this.spec = spec;
    this.relays = relays;
    this.jogDuration = spec.jogDuration;
    this.on = spec.bootState === 'on';
    this.closed = relays.contact(index, this.on, this.on);
  }

  /** What it was told for good: no pulse, and not the lack of power. */
  lasting(): boolean {
    return this.down ? this.beforePowerDown : this.on && !this.jog;
  }

  act(action: RelayAction): void {
    this.energise(action !== 'off');
    if (action !== 'jog') return;
    const { clock, onJogEnd } = this.relays.options;
    this.jog = clock.setTimer(`relay ${this.index} jog`, this.jogDuration, () => {
      this.energise(false);
      onJogEnd();
    });
  }

  /** The supply of the coil is gone. */
  powerDown(): void {
    // A pulse that the power cut short must not come back as a lasting "on".
    this.beforePowerDown = this.on && !this.jog;
    this.down = true;
    this.energise(false);
  }

  /** The device has booted. */
  boot(): void {
    this.down = false;
    const { bootState } = this.spec;
    this.energise(bootState === 'last' ? this.beforePowerDown : bootState === 'on');
  }

  /** Looks again where the contact belongs: what held or freed it may have changed. */
  reconsider(): void {
    const next = this.relays.contact(this.index, this.on, this.closed);
    if (next === this.closed) return;
    this.closed = next;
    this.switchedTimes++;
    this.relays.onContact(this.index, next);
  }

  private energise(on: boolean): void {
    this.jog?.cancel();
    this.jog = undefined;
    this.on = on;
    this.reconsider();
  }
}

// The relays of a device, and the wires from their contacts to its digital inputs.

interface RelaysOptions {
  readonly specs: readonly RelaySpec[];
  readonly clock: Clock;
  readonly places: () => DevicePlaces;
  readonly witness: Witness;
  /** The contact of a wired relay has moved its input. */
  readonly driveInput: (index: number, level: boolean) => void;
  /** A coil has let go by itself. */
  readonly onJogEnd: () => void;
}

/** A class, as each device of a fleet has its own; its relays ask it about what surrounds them. */
export class Relays {
  readonly all: readonly Relay[];
  readonly options: RelaysOptions;

  constructor(options: RelaysOptions) {
    this.options = options;
    const { specs, driveInput } = options;
    this.all = specs.map((spec, nth) => new Relay(nth + 1, spec, this));
    // A wired input shows its relay from the start, not from the first switching on.
    for (const [nth, { wiredTo }] of specs.entries()) {
      if (wiredTo) driveInput(wiredTo.input, this.at(nth + 1).closed !== wiredTo.inverted);
    }
  }

  /** States as reported, in the order of the indices. */
  reported(): boolean[] {
    return this.all.map((relay) => relay.on);
  }

  apply(changes: readonly RelayChange[]): void {
    for (const { index, action } of changes) this.at(index).act(action);
  }

  setJogDuration(index: number, duration: number): void {
    this.at(index).jogDuration = duration;
  }

  /** Where the contact of a relay goes. */
  contact(index: number, commanded: boolean, closed: boolean): boolean {
    return this.options.places().contact(index, commanded, closed);
  }

  onContact(index: number, closed: boolean): void {
    const { specs, witness, driveInput } = this.options;
    witness({ act: 'relay', index, closed });
    const wire = specs[index - 1]?.wiredTo;
    if (wire) driveInput(wire.input, closed !== wire.inverted);
  }

  private at(index: number): Relay {
    const relay = this.all[index - 1];
    assert(relay, `relay ${index} does not exist; whoever calls has to know the channels`);
    return relay;
  }
}
