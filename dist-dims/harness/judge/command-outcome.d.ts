import { type Invariant } from './invariant.js';
/**
 * Compared are canonical values only: where a reply did not fit the dialect, a difference may be one of form.
 * A field that one of the two leaves out is no difference either: what is optional stays optional.
 */
export declare const commandOutcome: Invariant;
