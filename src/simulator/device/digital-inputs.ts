// The digital inputs of a device, on a clock. While somebody listens, each report comes at its moment;
// while nobody does, no timer runs and the inputs catch up when they are read.
import type { Clock, Timer } from '../../kernel/clock.js';
import { createDigitalInput, type DigitalInput } from './digital-input.js';
import type { DigitalInputSpec } from './device-spec.js';
import type { Pattern } from './pattern.js';

export interface DigitalInputs {
  readonly count: number;
  /** Levels as reported, in the order of the indices. */
  reported(): boolean[];
  /** Where the contacts are. */
  levels(): boolean[];
  /** Levels to which contacts were moved; undefined for those that follow a pattern or were never moved. */
  held(): (boolean | undefined)[];
  /** Moves a contact; false when there is no such input. */
  drive(index: number, level: boolean): boolean;
  /** Lets a contact follow a pattern that began at `since`; false when there is no such input. */
  follow(index: number, pattern: Pattern, since: number): boolean;
  /** Turns the timers on or off. */
  watch(on: boolean): void;
  /** Reads all contacts as they are, as a device does that has just booted. */
  settle(): void;
}

export interface DigitalInputsOptions {
  readonly specs: readonly DigitalInputSpec[];
  readonly clock: Clock;
  readonly bounce: (index: number, at: number) => readonly number[];
  /** Called after each moment at which something may have changed. */
  readonly onChange: () => void;
}

export function createDigitalInputs(options: DigitalInputsOptions): DigitalInputs {
  const { clock, onChange } = options;
  const inputs = options.specs.map(({ active, debounce }, at) => {
    const index = at + 1;
    return createDigitalInput({ active, debounce, bounce: (when) => options.bounce(index, when) });
  });
  let watching = false;
  let timer: Timer | undefined;

  const nextAt = (): number => Math.min(...inputs.map((input) => input.nextAt()));

  /** Goes through all that has happened, moment by moment: two changes of one input are two reports. */
  const catchUp = (): void => {
    const now = clock.now();
    for (const input of inputs) input.contact.skipTo(now);
    for (let at = nextAt(); at <= now; at = nextAt()) {
      for (const input of inputs) while (input.nextAt() <= at) input.step();
      if (watching) onChange();
    }
  };
  const arm = (): void => {
    timer?.cancel();
    timer = undefined;
    const at = watching ? nextAt() : Infinity;
    if (at === Infinity) return;
    timer = clock.setTimer('digital inputs', at - clock.now(), () => {
      catchUp();
      arm();
    });
  };
  const touch = (index: number, act: (input: DigitalInput) => void): boolean => {
    const input = inputs[index - 1];
    if (!input) return false;
    catchUp();
    act(input);
    arm();
    return true;
  };
  /** A read between two timers shows what was reported last, and an event will tell of what follows. */
  const read = (get: (input: DigitalInput) => boolean): boolean[] => {
    if (!watching) catchUp();
    return inputs.map(get);
  };

  return {
    count: inputs.length,
    reported: () => read((input) => input.reported()),
    levels: () => read((input) => input.contact.level()),
    held: () => inputs.map((input) => input.contact.held()),
    drive: (index, level) => touch(index, (input) => input.contact.drive(level, clock.now())),
    follow: (index, pattern, since) => touch(index, (input) => input.contact.follow(pattern, since)),
    watch: (on) => {
      if (on) catchUp();
      watching = on;
      arm();
    },
    settle: () => {
      catchUp();
      for (const input of inputs) input.settle();
      arm();
    },
  };
}
