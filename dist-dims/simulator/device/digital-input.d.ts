import { type Contact } from './contact.js';
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
export declare function createDigitalInput({ active, debounce, bounce }: DigitalInputOptions): DigitalInput;
