// One relay: a coil that obeys, and a contact that should follow it. The device reports the coil.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { RelayAction } from '../../contract/schemas/command.js';
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

export interface RelayOptions {
  readonly index: number;
  readonly spec: RelaySpec;
  readonly clock: Clock;
  readonly contact: (commanded: boolean, closed: boolean) => boolean;
  readonly onContact: (closed: boolean) => void;
  /** The coil has let go by itself. */
  readonly onJogEnd: () => void;
}

export function createRelay({ index, spec, clock, contact, onContact, onJogEnd }: RelayOptions): Relay {
  let coil = spec.bootState === 'on';
  let closed = contact(coil, coil);
  let switchedTimes = 0;
  let beforePowerDown = false;
  let down = false;
  let jog: Timer | undefined;

  const reconsider = (): void => {
    const next = contact(coil, closed);
    if (next === closed) return;
    closed = next;
    switchedTimes++;
    onContact(closed);
  };
  const energise = (on: boolean): void => {
    jog?.cancel();
    jog = undefined;
    coil = on;
    reconsider();
  };

  const relay: Relay = {
    index,
    jogDuration: spec.jogDuration,
    coil: () => coil,
    lasting: () => (down ? beforePowerDown : coil && !jog),
    closed: () => closed,
    switchedTimes: () => switchedTimes,
    act: (action) => {
      energise(action !== 'off');
      if (action !== 'jog') return;
      jog = clock.setTimer(`relay ${index} jog`, relay.jogDuration, () => {
        energise(false);
        onJogEnd();
      });
    },
    powerDown: () => {
      // A pulse that the power cut short must not come back as a lasting "on".
      beforePowerDown = coil && !jog;
      down = true;
      energise(false);
    },
    boot: () => {
      down = false;
      energise(spec.bootState === 'last' ? beforePowerDown : spec.bootState === 'on');
    },
    reconsider,
  };
  return relay;
}
