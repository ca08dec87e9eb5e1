// What all instances have counted of faults with `count` or `every`: kept in Redis, which tells all of them of it. Nothing
// is asked or told while no such fault is staged.
import type { FaultCounts, FaultTally } from '../faults/engine/fault-counts.js';
import { LinkDown } from './link.js';
import type { ClusterNode } from './node.js';

export interface Firings extends FaultCounts {
  /** @param tally as the script writes it: number of the change, occasions, firings. */
  hear(fault: string, tally: string): void;
  /** To be called when this instance has joined: reads what was counted before. Rejects with `LinkDown`. */
  load(): Promise<void>;
}

interface Counted extends FaultTally {
  readonly change: number;
}

/** Orders that are remembered; one that is forgotten is told again with its next occasion. */
const MOST_COUNTED = 10_000;
const NONE: Counted = { change: 0, occasions: 0, firings: 0 };

export function createFirings(node: Pick<ClusterNode, 'callAnyway' | 'id' | 'members'>): Firings {
  const counted = new Map<string, Counted>();
  const know = (fault: string, tally: Counted): void => {
    if (counted.size >= MOST_COUNTED && !counted.has(fault)) counted.clear();
    counted.set(fault, tally);
  };
  const hear = (fault: string, text: string): void => {
    const [change = 0, occasions = 0, firings = 0] = text.split(' ').map(Number);
    if (change > (counted.get(fault) ?? NONE).change) know(fault, { change, occasions, firings });
  };
  const call = async (fault: string, ...given: number[]): Promise<string> => {
    const [kind, verdicts, tally] = await node.callAnyway('fire', fault, ...given);
    if (kind !== 'fired') throw new LinkDown('the cluster has not counted it');
    hear(fault, String(tally));
    return String(verdicts);
  };
  return {
    hear,
    take: async (fault, most, { every, count }) => {
      const verdicts = await call(fault, most, every, count ?? -1, 0, 0);
      return Array.from({ length: most }, (_, at) => verdicts[at] === '1');
    },
    add: (fault, occasions, firings) => {
      // Known here at once: the next occasion may come before Redis has answered.
      const before = counted.get(fault) ?? NONE;
      know(fault, {
        change: before.change,
        occasions: before.occasions + occasions,
        firings: before.firings + firings,
      });
      call(fault, 0, 1, -1, occasions, firings).catch(() => undefined);
    },
    tally: (fault) => counted.get(fault) ?? NONE,
    get leads() {
      return node.members[0] === node.id;
    },
    load: async () => {
      const [, kept] = await node.callAnyway('firings');
      // Another generation has counted what was known before.
      counted.clear();
      const fields = kept as readonly string[];
      for (let at = 0; at < fields.length; at += 2) hear(fields[at] ?? '', fields[at + 1] ?? '');
    },
  };
}
