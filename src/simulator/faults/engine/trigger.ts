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

/** What one fault has counted. */
export interface FaultTally {
  readonly occasions: number;
  readonly firings: number;
}

/** What the instances of a cluster count together. */
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

export interface TriggerGate extends FaultTally {
  /** True when the fault fires at this occasion. */
  pass(): boolean;
  /**
   * Decides the next occasion beforehand; the result gives it back where it has not come. Never rejects. Absent where
   * nobody else counts.
   */
  readonly ahead?: () => Promise<() => void>;
}

/**
 * Instances of a cluster that count together are asked before an occasion where there is time for it, and told of it
 * afterwards where there is none.
 *
 * @param shared the count that they have in common, under a name that no other order of a fault has.
 */
export function createTriggerGate(
  trigger: Trigger,
  random: RandomStream,
  shared?: { readonly counts: FaultCounts; readonly fault: string },
): TriggerGate {
  let own: FaultTally = { occasions: 0, firings: 0 };
  const tally = (): FaultTally => shared?.counts.tally(shared.fault) ?? own;
  const add = (occasions: number, firings: number): void => {
    if (shared) shared.counts.add(shared.fault, occasions, firings);
    else own = { occasions: own.occasions + occasions, firings: own.firings + firings };
  };
  /** Of occasions that are to come here. */
  const decided: boolean[] = [];
  /** How many acts are under way of which each may meet one. */
  let expected = 0;
  const giveBack = (): void => {
    expected--;
    if (decided.length > expected) add(-1, decided.pop() === true ? -1 : 0);
  };
  const misses = (): boolean => trigger.probability < 1 && !random.chance(trigger.probability);
  const ahead = async ({ counts, fault }: NonNullable<typeof shared>): Promise<() => void> => {
    try {
      const [fires = false] = await counts.take(fault, 1, trigger);
      decided.push(fires);
    } catch {
      // Nobody can be asked: what is known here decides.
      return () => undefined;
    }
    expected++;
    return giveBack;
  };
  return {
    ...(shared && { ahead: () => ahead(shared) }),
    get occasions() {
      return tally().occasions;
    },
    get firings() {
      return tally().firings;
    },
    pass: () => {
      const known = decided.shift();
      if (known !== undefined) {
        if (!known) return false;
        if (!misses()) return true;
        add(0, -1);
        return false;
      }
      const { occasions, firings } = tally();
      const counted =
        (trigger.count === undefined || firings < trigger.count) && (occasions + 1) % trigger.every === 0;
      const fires = counted && !misses();
      add(1, fires ? 1 : 0);
      return fires;
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
