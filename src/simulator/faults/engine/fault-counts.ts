// What the instances of a cluster have counted together of one fault: asked before an occasion where there is time for
// it, and told of it afterwards where there is none.

export interface FaultTally {
  readonly occasions: number;
  readonly firings: number;
}

/** When the fault fires, as far as counting goes. */
export interface CountedTrigger {
  readonly every: number;
  /** No limit when undefined. */
  readonly count: number | undefined;
}

export interface FaultCounts {
  /**
   * Takes the next `most` occasions of this fault; gives for each whether the fault fires. Rejects where nobody can tell.
   *
   * @param fault a name that no other order of a fault has.
   */
  take(fault: string, most: number, trigger: CountedTrigger): Promise<readonly boolean[]>;
  /** Counts what has happened; less than 0 gives back what was taken and did not happen. */
  add(fault: string, occasions: number, firings: number): void;
  /** As it was last heard of. */
  tally(fault: string): FaultTally;
  /** Whether this instance does what one instance has to do for all. */
  readonly leads: boolean;
}
