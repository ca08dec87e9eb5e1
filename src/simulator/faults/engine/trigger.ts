// When a fault fires: each thing that it could act on is an occasion, and the trigger selects some of them.
import { formatDuration } from '../../../kernel/duration.js';
import type { RandomStream } from '../../../kernel/random.js';

export interface Trigger {
  /** Ms from the order to the beginning. */
  readonly after: number;
  /** Only every Nth occasion counts. */
  readonly every: number;
  readonly probability: number;
  /** Fires at most so often; no limit when undefined. */
  readonly count: number | undefined;
}

export interface TriggerGate {
  readonly occasions: number;
  readonly firings: number;
  /** True when the fault fires at this occasion. */
  pass(): boolean;
}

export function createTriggerGate(trigger: Trigger, random: RandomStream): TriggerGate {
  let occasions = 0;
  let firings = 0;
  return {
    get occasions() {
      return occasions;
    },
    get firings() {
      return firings;
    },
    pass: () => {
      occasions++;
      if (trigger.count !== undefined && firings >= trigger.count) return false;
      if (occasions % trigger.every !== 0) return false;
      if (trigger.probability < 1 && !random.chance(trigger.probability)) return false;
      firings++;
      return true;
    },
  };
}

/** For people: `every 3rd request, at most 2 times`; empty when each occasion counts. */
export function describeTrigger({ every, probability, count }: Trigger, occasion: string): string {
  const words = [
    ...(every > 1 ? [`every ${ordinal(every)} ${occasion}`] : []),
    ...(probability < 1 ? [`with probability ${probability}`] : []),
    ...(count === undefined ? [] : [count === 1 ? 'once' : `at most ${count} times`]),
  ];
  return words.join(', ');
}

/** `at once` or `after 3 s`. */
export function describeStart({ after }: Trigger): string {
  return after === 0 ? 'at once' : `after ${formatDuration(after)}`;
}

export function ordinal(n: number): string {
  const suffix = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${suffix}`;
}

// The trigger of a fault that the instances of a cluster have in common: one count for all of them. They are asked before
// an occasion where there is time for it, and told of it afterwards where there is none.

export interface FaultTally {
  readonly occasions: number;
  readonly firings: number;
}

export interface FaultCounts {
  /**
   * Takes the next `most` occasions of this fault; gives for each whether the fault fires. Rejects where nobody can tell.
   *
   * @param fault a name that no other order of a fault has.
   */
  take(fault: string, most: number, trigger: Pick<Trigger, 'every' | 'count'>): Promise<readonly boolean[]>;
  /** Counts what has happened; less than 0 gives back what was taken and did not happen. */
  add(fault: string, occasions: number, firings: number): void;
  /** As it was last heard of. */
  tally(fault: string): FaultTally;
  /** Whether this instance does what one instance has to do for all. */
  readonly leads: boolean;
}

export interface SharedGate extends TriggerGate {
  /** Decides the next occasion beforehand; the result gives it back where it has not come. Never rejects. */
  ahead(): Promise<() => void>;
}

/** @param fault a name that no other order of a fault has. */
export function createSharedGate(
  trigger: Trigger,
  random: RandomStream,
  counts: FaultCounts,
  fault: string,
): SharedGate {
  /** Of occasions that are to come here. */
  const decided: boolean[] = [];
  /** How many acts are under way of which each may meet one. */
  let expected = 0;
  const giveBack = (): void => {
    expected--;
    if (decided.length > expected) counts.add(fault, -1, decided.pop() === true ? -1 : 0);
  };
  const misses = (): boolean => trigger.probability < 1 && !random.chance(trigger.probability);
  return {
    get occasions() {
      return counts.tally(fault).occasions;
    },
    get firings() {
      return counts.tally(fault).firings;
    },
    ahead: async () => {
      try {
        const [fires = false] = await counts.take(fault, 1, trigger);
        decided.push(fires);
      } catch {
        // Nobody can be asked: what is known here decides.
        return () => undefined;
      }
      expected++;
      return giveBack;
    },
    pass: () => {
      const known = decided.shift();
      if (known !== undefined) {
        if (!known) return false;
        if (!misses()) return true;
        counts.add(fault, 0, -1);
        return false;
      }
      const { occasions, firings } = counts.tally(fault);
      const counted =
        (trigger.count === undefined || firings < trigger.count) && (occasions + 1) % trigger.every === 0;
      const fires = counted && !misses();
      counts.add(fault, 1, fires ? 1 : 0);
      return fires;
    },
  };
}
