// One digital input: the level that the device reports once the contact has kept still for the debounce time.
import { type Bounce, type Contact, createContact } from './contact.js';
import type { DigitalInputSpec } from './device-spec.js';

export interface DigitalInput {
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

export function createDigitalInput(
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
