// The trigger of a fault that several instances have in common: one count for all of them.
import type { RandomStream } from '../../../kernel/random.js';
import type { FaultCounts } from './fault-counts.js';
import type { Trigger, TriggerGate } from './trigger.js';

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
