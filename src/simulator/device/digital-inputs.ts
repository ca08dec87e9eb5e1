// The digital inputs of a device, on a clock. While somebody listens, each report comes at its moment;
// while nobody does, no timer runs and the inputs catch up when they are read.
import type { Clock, Timer } from '../../kernel/clock.js';
import type { DigitalInputSpec, BounceSpec } from './schema/profile.js';
import { type SignalPattern, edgesUntil, edgeAt } from './pattern.js';
import { fractionAt } from '../../kernel/random.js';

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

// The contact in front of a digital input: it is moved from outside or follows a pattern, and it bounces.
// Knows no clock: it says when it moves next, and is told when that moment has come.

// The moments at which a worn contact bounces.

/** Ascending moments after an edge, in ms: the same edge always bounces the same way. */
export function bounceOffsets(
  spec: BounceSpec | undefined,
  seed: number,
  label: string,
  at: number,
): number[] {
  if (!spec) return [];
  const offsets = Array.from(
    { length: spec.edges },
    (_, nth) => spec.within * fractionAt(seed, `${label}/bounce-${nth}`, at),
  );
  return offsets.toSorted((a, b) => a - b);
}

interface Edge {
  readonly at: number;
  readonly level: boolean;
}

interface Following {
  readonly pattern: SignalPattern;
  readonly since: number;
  readonly initial: boolean;
  /** Edges that have been taken. */
  taken: number;
}

/** Moments after an edge of a contact at `at`, in ms and ascending, at which it bounces. */
type Bounce = (index: number, at: number) => readonly number[];

const NO_BOUNCES: readonly Edge[] = [];

/** A class for the same reason as the relay: fleets have contacts by the hundred thousand. */
class Contact {
  closed: boolean;
  /** When it came to its present level. */
  since = -Infinity;
  private bounces = NO_BOUNCES;
  private following: Following | undefined = undefined;
  /** The level to which it was moved; undefined while it follows a pattern. */
  held: boolean | undefined = undefined;
  private readonly index: number;
  private readonly bounce: Bounce;

  constructor(index: number, active: boolean, bounce: Bounce) {
    this.index = index;
    this.closed = active;
    this.bounce = bounce;
  }

  /** Moves the contact; whatever else moved it ends. */
  drive(level: boolean, now: number): void {
    this.following = undefined;
    this.held = level;
    this.strike(level, now);
  }

  /** Lets the contact follow a pattern that began at `since`. */
  follow(pattern: SignalPattern, since: number): void {
    this.bounces = NO_BOUNCES;
    this.held = undefined;
    this.following = { pattern, since, initial: this.closed, taken: 0 };
  }

  /** When the next edge comes; infinity when none does. */
  nextAt(): number {
    return Math.min(this.bounces[0]?.at ?? Infinity, nextOf(this.following)?.at ?? Infinity);
  }

  /** Takes the next edge. */
  step(): void {
    const { following } = this;
    const edge = nextOf(following);
    const [first, ...rest] = this.bounces;
    if (following && edge && edge.at <= (first?.at ?? Infinity)) {
      following.taken++;
      this.strike(edge.level, edge.at);
    } else if (first) {
      this.bounces = rest;
      this.move(first.level, first.at);
    }
  }

  /** Skips edges of a pattern that are long past, so that catching up stays cheap. */
  skipTo(now: number): void {
    const { following } = this;
    const past = following ? edgesToSkip(following, now) : 0;
    if (!following || past === 0) return;
    following.taken = past;
    this.bounces = NO_BOUNCES;
    this.closed = following.initial !== (past % 2 === 1);
    this.since = following.since + (edgeAt(following.pattern, past - 1) ?? 0);
  }

  private move(to: boolean, at: number): void {
    if (this.closed === to) return;
    this.closed = to;
    this.since = at;
  }

  /** An edge of the outside world, with the bounces that it brings. */
  private strike(to: boolean, at: number): void {
    this.bounces = this.closed === to ? NO_BOUNCES : bouncesAfter(to, at, this.bounce(this.index, at));
    this.move(to, at);
  }
}

/** The contact leaves its new level and comes back to it; a bounce that would leave it astray is dropped. */
function bouncesAfter(level: boolean, at: number, offsets: readonly number[]): Edge[] {
  const whole = offsets.slice(0, offsets.length - (offsets.length % 2));
  return whole.map((offset, nth) => ({ at: at + offset, level: level !== (nth % 2 === 0) }));
}

function nextOf(following: Following | undefined): Edge | undefined {
  if (!following) return undefined;
  const { pattern, since, initial, taken } = following;
  const at = edgeAt(pattern, taken);
  return at === undefined ? undefined : { at: since + at, level: initial !== (taken % 2 === 0) };
}

/** All but the last two cycles: a level that does not last within those never lasts. 0 when there are none. */
function edgesToSkip({ pattern, since, taken }: Following, now: number): number {
  const past = edgesUntil(pattern, now - since) - (2 * pattern.edges.length + 2);
  return past > taken ? past : 0;
}
