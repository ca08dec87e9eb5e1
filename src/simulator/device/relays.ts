// The relays of a device, and the wires from their contacts to its digital inputs.
import type { Clock } from '../../kernel/clock.js';
import { assert } from '../../kernel/assert.js';
import type { RelayChange } from '../../contract/operations.js';
import type { DeviceInfluences } from './influences.js';
import { createRelay, type Relay, type RelaySurroundings } from './relay.js';
import type { RelaySpec } from './device-spec.js';
import type { Witness } from './witness.js';

export interface Relays {
  readonly all: readonly Relay[];
  /** States as reported, in the order of the indices. */
  reported(): boolean[];
  apply(changes: readonly RelayChange[]): void;
  setJogDuration(index: number, duration: number): void;
  powerDown(): void;
  boot(): void;
  reconsider(): void;
}

export interface RelaysOptions {
  readonly specs: readonly RelaySpec[];
  readonly clock: Clock;
  readonly influences: DeviceInfluences;
  readonly witness: Witness;
  /** The contact of a wired relay has moved its input. */
  readonly driveInput: (index: number, level: boolean) => void;
  readonly onJogEnd: () => void;
}

export function createRelays(options: RelaysOptions): Relays {
  return new AllRelays(options);
}

/** A class, as each device of a fleet has its own; its relays ask it about what surrounds them. */
class AllRelays implements Relays, RelaySurroundings {
  readonly all: readonly Relay[];
  private readonly options: RelaysOptions;

  constructor(options: RelaysOptions) {
    this.options = options;
    const { specs, driveInput } = options;
    this.all = specs.map((spec, nth) => createRelay(nth + 1, spec, this));
    // A wired input shows its relay from the start, not from the first switching on.
    for (const [nth, { wiredTo }] of specs.entries()) {
      if (wiredTo) driveInput(wiredTo.input, this.at(nth + 1).closed() !== wiredTo.inverted);
    }
  }

  get clock(): Clock {
    return this.options.clock;
  }

  reported(): boolean[] {
    return this.all.map((relay) => relay.coil());
  }

  apply(changes: readonly RelayChange[]): void {
    for (const { index, action } of changes) this.at(index).act(action);
  }

  setJogDuration(index: number, duration: number): void {
    this.at(index).jogDuration = duration;
  }

  powerDown(): void {
    for (const relay of this.all) relay.powerDown();
  }

  boot(): void {
    for (const relay of this.all) relay.boot();
  }

  reconsider(): void {
    for (const relay of this.all) relay.reconsider();
  }

  contact(index: number, commanded: boolean, closed: boolean): boolean {
    const { influences, clock } = this.options;
    return influences.contact(index, commanded, closed, clock.now());
  }

  onContact(index: number, closed: boolean): void {
    const { specs, witness, driveInput } = this.options;
    witness({ act: 'relay', index, closed });
    const wire = specs[index - 1]?.wiredTo;
    if (wire) driveInput(wire.input, closed !== wire.inverted);
  }

  onJogEnd(): void {
    this.options.onJogEnd();
  }

  private at(index: number): Relay {
    const relay = this.all[index - 1];
    assert(relay, `relay ${index} does not exist; whoever calls has to know the channels`);
    return relay;
  }
}
