// Acts on what is the same for all instances, faults and the clock: all do them, in one order, and whoever was asked
// answers when all have.
import type { Clock } from '../../kernel/clock.js';
import { type Here, type ControlAsked, type LogMessage, pairs } from './messages.js';
import { Behind, LinkDown } from './link.js';
import type { ClusterNode } from './node.js';
import { createWaits } from './view.js';
import type { ClockAct } from '../control/steering.js';
import type { FaultCounts, FaultTally } from '../faults/engine/trigger.js';

type ControlMessage = Extract<LogMessage, { t: 'control' }>;

interface HandedOver {
  readonly reg: number;
  readonly faults: unknown;
}

/** In ms of the machine: all that is due in a long step may take a while. */
const DONE_WITHIN = 20_000;
/** Marks that are remembered. */
const MOST_MARKS = 1000;
const ABOUT_FAULTS = /\/faults(?:[/?]|$)/;

export type Controls = ReturnType<typeof createControls>;

export function createControls(node: ClusterNode, machine: Clock) {
  const waits = createWaits(machine);
  const replies = new Map<string, unknown>();
  let doing: Promise<unknown> = Promise.resolve();
  let calls = 0;
  /** Number of the last message of which the faults were taken over from another instance. */
  let taken = 0;
  let isReady = false;
  const done = (mark: string): Promise<void> => waits.until(() => replies.has(mark), DONE_WITHIN);
  const inOrder = <T>(act: () => T | Promise<T>): Promise<T> => {
    const acted = doing.then(act);
    doing = acted.catch(() => undefined);
    return acted;
  };
  const take = async (reg: number, here: Pick<Here, 'takeFaults'>): Promise<void> => {
    for (const other of node.others) {
      try {
        const handed = (await node.ask(other, { kind: 'faults', reg })) as HandedOver;
        here.takeFaults(handed.faults);
        taken = handed.reg;
        return;
      } catch (error) {
        // One that has just joined itself has none to give, and one that is gone neither.
        if (!(error instanceof LinkDown || error instanceof Behind)) throw error;
      }
    }
  };
  return {
    /** Resolves when what has this mark has been done here. Rejects with `LinkDown`. */
    done,
    /** Gives the reply of this instance. Rejects with `LinkDown`. */
    share: async (asked: ControlAsked, clock?: ClockAct): Promise<unknown> => {
      const mark = `${node.id}/${++calls}`;
      const message = JSON.stringify({ t: 'control', mark, asked } satisfies ControlMessage);
      const [kind] = await (clock
        ? node.scripts.callAnyway('steer', clock.act, clock.value, message)
        : node.scripts.callAnyway('tell', '', '', '', 1, message));
      if (kind !== 'told' && kind !== 'steered') throw new LinkDown('the cluster has no clock');
      await done(mark);
      await node.askOthers({ kind: 'done', mark });
      return replies.get(mark);
    },
    /** @param reg number of the message in the registry. */
    hear: ({ mark, asked }: ControlMessage, reg: number, here: Pick<Here, 'control'>): void => {
      void inOrder(async () => {
        const isTaken = reg <= taken && ABOUT_FAULTS.test(asked.target);
        const reply = isTaken ? undefined : await here.control(asked).catch(() => undefined);
        if (replies.size >= MOST_MARKS) replies.delete(replies.keys().next().value ?? '');
        replies.set(mark, reply);
        waits.look();
      });
    },
    /** Takes over the faults of an instance that has joined before; acts that are heard of meanwhile come later. */
    takeOver: async (reg: number, here: Pick<Here, 'takeFaults'>): Promise<void> => {
      if (node.others.length > 0) await inOrder(() => take(reg, here));
      isReady = true;
    },
    /** The faults here, with the number of the registry up to which they are so. Rejects before it has taken over itself. */
    handOver: async (here: Pick<Here, 'faults'>): Promise<HandedOver> => {
      if (!isReady) throw new LinkDown('this instance has just joined');
      const reg = node.applied;
      return { reg, faults: await inOrder(() => here.faults()) };
    },
    /** The instance has lost the cluster. */
    lost: (): void => void (isReady = false),
  };
}

// What all instances have counted of faults with `count` or `every`: kept in Redis, which tells all of them of it. Nothing
// is asked or told while no such fault is staged.

interface Counted extends FaultTally {
  readonly change: number;
}

/** Orders that are remembered; one that is forgotten is told again with its next occasion. */
const MOST_COUNTED = 10_000;
const NONE: Counted = { change: 0, occasions: 0, firings: 0 };

export function createFirings(node: Pick<ClusterNode, 'scripts' | 'id' | 'members'>) {
  const counted = new Map<string, Counted>();
  const know = (fault: string, tally: Counted): void => {
    if (counted.size >= MOST_COUNTED && !counted.has(fault)) counted.clear();
    counted.set(fault, tally);
  };
  /** @param text as the script writes it: number of the change, occasions, firings. */
  const hear = (fault: string, text: string): void => {
    const [change = 0, occasions = 0, firings = 0] = text.split(' ').map(Number);
    if (change > (counted.get(fault) ?? NONE).change) know(fault, { change, occasions, firings });
  };
  const call = async (fault: string, ...given: number[]): Promise<string> => {
    const [kind, verdicts, tally] = await node.scripts.callAnyway('fire', fault, ...given);
    if (kind !== 'fired') throw new LinkDown('the cluster has not counted it');
    hear(fault, String(tally));
    return String(verdicts);
  };
  const counts: FaultCounts = {
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
  };
  return Object.assign(counts, {
    hear,
    /** To be called when this instance has joined: reads what was counted before. Rejects with `LinkDown`. */
    load: async (): Promise<void> => {
      const [kept] = await node.scripts.look(['HGETALL', 'firings']);
      // Another generation has counted what was known before.
      counted.clear();
      for (const [fault, tally] of pairs(kept as string[])) hear(fault, tally);
    },
  });
}
