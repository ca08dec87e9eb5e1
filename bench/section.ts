// What a part of the bench gets, and what it gives back.
import type { Result } from './rounds.js';

export interface Effort {
  readonly rounds: number;
  /** Ms of each subject in each round. */
  readonly duration: number;
  /** A few seconds in all, to see that everything starts; the numbers say nothing. */
  readonly quick: boolean;
}

/** A row of a table of its own, where there is nothing to compare with. */
export interface Row {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
}

export interface Table {
  readonly title: string;
  /** What was done, in the plural: `requests`. */
  readonly unit: string;
  readonly results?: readonly Result[];
  readonly rows?: readonly Row[];
  /** What the ratio of a subject to the first one should be, by name. */
  readonly aims?: Readonly<Record<string, number>>;
  /** What was left out, and why. */
  readonly notes?: readonly string[];
}

export interface Section {
  readonly name: string;
  run(effort: Effort): Promise<readonly Table[]>;
}
