// The relays of a device, and the wires from their contacts to its digital inputs.
import type { Clock } from '../../kernel/clock.js';
import { assert } from '../../kernel/assert.js';
import type { RelayChange } from '../../contract/schemas/command.js';
import type { DeviceInfluences } from './influences.js';
import { createRelay, type Relay } from './relay.js';
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
  const { specs, clock, influences, driveInput, onJogEnd } = options;
  const all = specs.map((spec, at) => {
    const index = at + 1;
    const wire = spec.wiredTo;
    return createRelay({
      index,
      spec,
      clock,
      contact: (commanded, closed) => influences.contact(index, commanded, closed, clock.now()),
      onContact: (closed) => {
        options.witness({ act: 'relay', index, closed });
        if (wire) driveInput(wire.input, closed !== wire.inverted);
      },
      onJogEnd,
    });
  });
  const at = (index: number): Relay => {
    const relay = all[index - 1];
    assert(relay, `relay ${index} does not exist; whoever calls has to know the channels`);
    return relay;
  };
  // A wired input shows its relay from the start, not from the first switching on.
  for (const [nth, { wiredTo }] of specs.entries()) {
    if (wiredTo) driveInput(wiredTo.input, at(nth + 1).closed() !== wiredTo.inverted);
  }

  return {
    all,
    reported: () => all.map((relay) => relay.coil()),
    apply: (changes) => {
      for (const { index, action } of changes) at(index).act(action);
    },
    setJogDuration: (index, duration) => {
      at(index).jogDuration = duration;
    },
    powerDown: () => all.forEach((relay) => relay.powerDown()),
    boot: () => all.forEach((relay) => relay.boot()),
    reconsider: () => all.forEach((relay) => relay.reconsider()),
  };
}
