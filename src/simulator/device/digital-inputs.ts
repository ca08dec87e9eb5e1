// The digital inputs of a device, on a clock. While somebody listens, each report comes at its moment;
// while nobody does, no timer runs and the inputs catch up when they are read.
import type { Clock, Timer } from '../../kernel/clock.js';
import { type Bounce, type Contact, createContact } from './contact.js';
import type { DigitalInputSpec } from './device-spec.js';
import type { SignalPattern } from './pattern.js';

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
  follow(index: number, pattern: SignalPattern, since: number): boolean;
  /** Turns the timers on or off. */
  watch(on: boolean): void;
  /** Reads all contacts as they are, as a device does that has just booted. */
  settle(): void;
}

export interface DigitalInputsOptions {
  readonly specs: readonly DigitalInputSpec[];
  readonly clock: Clock;
  readonly bounce: Bounce;
  /** Called after each moment at which something may have changed. */
  readonly onChange: () => void;
}

export function createDigitalInputs(options: DigitalInputsOptions): DigitalInputs {
  return new AllDigitalInputs(options);
}

/** A class, as each device of a fleet has its own. */
class AllDigitalInputs implements DigitalInputs {
  private readonly options: DigitalInputsOptions;
  private readonly inputs: readonly DigitalInput[];
  private watching = false;
  private timer: Timer | undefined = undefined;

  constructor(options: DigitalInputsOptions) {
    this.options = options;
    const { specs, bounce } = options;
    this.inputs = specs.map((spec, at) => createDigitalInput(at + 1, spec, bounce));
  }

  get count(): number {
    return this.inputs.length;
  }

  reported(): boolean[] {
    this.beforeRead();
    return this.inputs.map((input) => input.reported());
  }

  levels(): boolean[] {
    this.beforeRead();
    return this.inputs.map((input) => input.contact.level());
  }

  held(): (boolean | undefined)[] {
    return this.inputs.map((input) => input.contact.held());
  }

  drive(index: number, level: boolean): boolean {
    return this.touch(index, (input) => input.contact.drive(level, this.options.clock.now()));
  }

  follow(index: number, pattern: SignalPattern, since: number): boolean {
    return this.touch(index, (input) => input.contact.follow(pattern, since));
  }

  watch(on: boolean): void {
    if (on) this.catchUp();
    this.watching = on;
    this.arm();
  }

  settle(): void {
    this.catchUp();
    for (const input of this.inputs) input.settle();
    this.arm();
  }

  private nextAt(): number {
    let next = Infinity;
    for (const input of this.inputs) next = Math.min(next, input.nextAt());
    return next;
  }

  /** Goes through all that has happened, moment by moment: two changes of one input are two reports. */
  private catchUp(): void {
    const now = this.options.clock.now();
    for (const input of this.inputs) input.contact.skipTo(now);
    for (let at = this.nextAt(); at <= now; at = this.nextAt()) {
      for (const input of this.inputs) while (input.nextAt() <= at) input.step();
      if (this.watching) this.options.onChange();
    }
  }

  private arm(): void {
    this.timer?.cancel();
    this.timer = undefined;
    const at = this.watching ? this.nextAt() : Infinity;
    if (at === Infinity) return;
    const { clock } = this.options;
    this.timer = clock.setTimer('digital inputs', at - clock.now(), () => {
      this.catchUp();
      this.arm();
    });
  }

  private touch(index: number, act: (input: DigitalInput) => void): boolean {
    const input = this.inputs[index - 1];
    if (!input) return false;
    this.catchUp();
    act(input);
    this.arm();
    return true;
  }

  /** A read between two timers shows what was reported last, and an event will tell of what follows. */
  private beforeRead(): void {
    if (!this.watching) this.catchUp();
  }
}

// One digital input: the level that the device reports once the contact has kept still for the debounce time.

interface DigitalInput {
  readonly contact: Contact;
  /** What the device reports. */
  reported(): boolean;
  /** When the contact moves or the debounce time is over; infinity when all is still. */
  nextAt(): number;
  /** Does what `nextAt` is about. */
  step(): void;
  /** Takes the level as it is, without debouncing: what a device does that has just booted. */
  settle(): void;
}

function createDigitalInput(
  index: number,
  { active, debounce }: DigitalInputSpec,
  bounce: Bounce,
): DigitalInput {
  return new OneDigitalInput(createContact(index, active, bounce), debounce);
}

/** A class, as fleets have inputs by the hundred thousand. */
class OneDigitalInput implements DigitalInput {
  readonly contact: Contact;
  private readonly debounce: number;
  private shown: boolean;

  constructor(contact: Contact, debounce: number) {
    this.contact = contact;
    this.debounce = debounce;
    this.shown = contact.level();
  }

  reported(): boolean {
    return this.shown;
  }

  nextAt(): number {
    return Math.min(this.settlesAt(), this.contact.nextAt());
  }

  step(): void {
    // A level that has lasted just long enough counts, also when the contact moves at that very moment.
    if (this.settlesAt() <= this.contact.nextAt()) this.shown = this.contact.level();
    else this.contact.step();
  }

  settle(): void {
    this.shown = this.contact.level();
  }

  private settlesAt(): number {
    return this.contact.level() === this.shown ? Infinity : this.contact.since() + this.debounce;
  }
}
