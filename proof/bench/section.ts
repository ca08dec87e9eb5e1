// What a part of the bench gets, and what it gives back.
import type { Cores } from './cores.js';
import type { Result } from './rounds.js';

/** A build of the simulator that is measured: this one, and another commit when there is one to compare with. */
export interface Build {
  readonly name: string;
  /** Its executable. */
  readonly bin: string;
  /** For its Node, such as those that write a profile. */
  readonly nodeOptions?: readonly string[];
}

export interface Effort {
  readonly rounds: number;
  /** Ms of each subject in each round. */
  readonly duration: number;
  /** A few seconds in all, to see that everything starts; the numbers say nothing. */
  readonly quick: boolean;
  /** Under three minutes in all: the sizes that say most. */
  readonly short: boolean;
  /** This build first. */
  readonly builds: readonly Build[];
  /** Undefined: nothing is pinned. */
  readonly cores: Cores | undefined;
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
  /** What the ratio by CPU of our build to the first subject should be at least. */
  readonly aim?: number;
  /** What the numbers of a column of `rows` are at most. */
  readonly limits?: Readonly<Record<string, number>>;
  /** What was left out, and why. */
  readonly notes?: readonly string[];
}

export interface Section {
  readonly name: string;
  /** Seconds after which it is given up. */
  readonly limit: number;
  /** The server and its load are kept on a core of their own each. */
  readonly pinned: boolean;
  /** It is part of the short form. */
  readonly short: boolean;
  run(effort: Effort): Promise<readonly Table[]>;
}
