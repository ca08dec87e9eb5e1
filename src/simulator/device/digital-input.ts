// One digital input: the level that the device reports once the contact has kept still for the debounce time.
import { type Contact, createContact } from './contact.js';

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

export interface DigitalInputOptions {
  readonly active: boolean;
  readonly debounce: number;
  readonly bounce: (at: number) => readonly number[];
}

export function createDigitalInput({ active, debounce, bounce }: DigitalInputOptions): DigitalInput {
  const contact = createContact(active, bounce);
  let reported = active;

  const settlesAt = (): number => (contact.level() === reported ? Infinity : contact.since() + debounce);

  return {
    contact,
    reported: () => reported,
    nextAt: () => Math.min(settlesAt(), contact.nextAt()),
    step: () => {
      // A level that has lasted just long enough counts, also when the contact moves at that very moment.
      if (settlesAt() <= contact.nextAt()) reported = contact.level();
      else contact.step();
    },
    settle: () => {
      reported = contact.level();
    },
  };
}
