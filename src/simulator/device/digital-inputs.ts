// The digital inputs of a device, on a clock. While somebody listens, each report comes at its moment;
// while nobody does, no timer runs and the inputs catch up when they are read.
import type { Clock, Timer } from '../../kernel/clock.js';
import { Contact, type Bounce } from './contact.js';
import type { DigitalInputSpec } from './schema/profile.js';
import type { SignalPattern } from './pattern.js';

export interface DigitalInputsOptions {
  readonly specs: readonly DigitalInputSpec[];
  readonly clock: Clock;
  readonly bounce: Bounce;
  /** Called after each moment at which something may have changed. */
  readonly onChange: () => void;
}

/** A class, as each device of a fleet has its own. */
export class DigitalInputs {
  private readonly options: DigitalInputsOptions;
  private readonly inputs: readonly DigitalInput[];
  private watching = false;
  private timer: Timer | undefined = undefined;

  constructor(options: DigitalInputsOptions) {
    this.options = options;
    const { specs, bounce } = options;
    this.inputs = specs.map((spec, at) => new DigitalInput(at + 1, spec, bounce));
  }

  get count(): number {
    return this.inputs.length;
  }

  /** Levels as reported, in the order of the indices. */
  reported(): boolean[] {
    this.beforeRead();
    return this.inputs.map((input) => input.shown);
  }

  /** Where the contacts are. */
  levels(): boolean[] {
    this.beforeRead();
    return this.inputs.map((input) => input.contact.closed);
  }

  /** Levels to which contacts were moved; undefined for those that follow a pattern or were never moved. */
  held(): (boolean | undefined)[] {
    return this.inputs.map((input) => input.contact.held);
  }

  /** Moves a contact; false when there is no such input. */
  drive(index: number, level: boolean): boolean {
    return this.touch(index, (input) => input.contact.drive(level, this.options.clock.now()));
  }

  /** Lets a contact follow a pattern that began at `since`; false when there is no such input. */
  follow(index: number, pattern: SignalPattern, since: number): boolean {
    return this.touch(index, (input) => input.contact.follow(pattern, since));
  }

  /** Turns the timers on or off. */
  watch(on: boolean): void {
    if (on) this.catchUp();
    this.watching = on;
    this.arm();
  }

  /** Reads all contacts as they are, as a device does that has just booted. */
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

/** A class, as fleets have inputs by the hundred thousand. */
class DigitalInput {
  readonly contact: Contact;
  private readonly debounce: number;
  /** What the device reports. */
  shown: boolean;

  constructor(index: number, { active, debounce }: DigitalInputSpec, bounce: Bounce) {
    this.contact = new Contact(index, active, bounce);
    this.debounce = debounce;
    this.shown = this.contact.closed;
  }

  /** When the contact moves or the debounce time is over; infinity when all is still. */
  nextAt(): number {
    return Math.min(this.settlesAt(), this.contact.nextAt());
  }

  /** Does what `nextAt` is about. */
  step(): void {
    // A level that has lasted just long enough counts, also when the contact moves at that very moment.
    if (this.settlesAt() <= this.contact.nextAt()) this.shown = this.contact.closed;
    else this.contact.step();
  }

  /** Takes the level as it is, without debouncing: what a device does that has just booted. */
  settle(): void {
    this.shown = this.contact.closed;
  }

  private settlesAt(): number {
    return this.contact.closed === this.shown ? Infinity : this.contact.since + this.debounce;
  }
}
