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

export function createPower({ spec, clock, onLost, onSaved, onStopped, onBooted }: PowerOptions): Power {
  let supplied = true;
  let running = true;
  let stops = 0;
  /** The end of the hold-up time, or of booting. */
  let pending: Timer | undefined;

  const after = (name: string, delay: number, then: () => void): void => {
    pending?.cancel();
    pending = clock.setTimer(name, delay, () => {
      pending = undefined;
      then();
    });
  };
  const stop = (): void => {
    running = false;
    stops++;
    onStopped();
  };
  const boot = (): void => {
    running = true;
    onBooted();
  };

  return {
    supplied: () => supplied,
    running: () => running,
    stops: () => stops,
    cut: () => {
      if (!supplied) return;
      supplied = false;
      if (!running) {
        pending?.cancel();
        pending = undefined;
        return;
      }
      onLost();
      after('hold-up', spec.holdUp, stop);
    },
    restore: () => {
      if (supplied) return;
      supplied = true;
      if (!running) return after('boot', spec.boot, boot);
      pending?.cancel();
      pending = undefined;
      onSaved();
    },
    kill: () => {
      pending?.cancel();
      pending = undefined;
      supplied = false;
      if (running) stop();
    },
  };
}
