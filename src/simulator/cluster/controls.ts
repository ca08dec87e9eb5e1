// Acts on what is the same for all instances, faults and the clock: all do them, in one order, and whoever was asked
// answers when all have.
import type { Clock } from '../../kernel/clock.js';
import type { Here } from './hooks.js';
import { Behind, LinkDown } from './link.js';
import type { ControlAsked, LogMessage } from './messages.js';
import type { ClusterNode } from './node.js';
import { createWaits } from './waits.js';

type ControlMessage = Extract<LogMessage, { t: 'control' }>;

/** What the clock of all does, which is kept for those that join later. */
export interface ClockAct {
  readonly act: 'pause' | 'resume' | 'step' | 'speed';
  /** Ms of a step, or a speed; 0 for the others. */
  readonly value: number;
}

export interface Controls {
  /** Gives the reply of this instance. Rejects with `LinkDown`. */
  share(asked: ControlAsked, clock?: ClockAct): Promise<unknown>;
  /** @param reg number of the message in the registry. */
  hear(message: ControlMessage, reg: number, here: Pick<Here, 'control'>): void;
  /** Resolves when what has this mark has been done here. Rejects with `LinkDown`. */
  done(mark: string): Promise<void>;
  /** Takes over the faults of an instance that has joined before; acts that are heard of meanwhile come later. */
  takeOver(reg: number, here: Pick<Here, 'takeFaults'>): Promise<void>;
  /** The faults here, with the number of the registry up to which they are so. Rejects before it has taken over itself. */
  handOver(here: Pick<Here, 'faults'>): Promise<HandedOver>;
  /** The instance has lost the cluster. */
  lost(): void;
}

interface HandedOver {
  readonly reg: number;
  readonly faults: unknown;
}

/** In ms of the machine: all that is due in a long step may take a while. */
const DONE_WITHIN = 20_000;
/** Marks that are remembered. */
const MOST_MARKS = 1000;
const ABOUT_FAULTS = /\/faults(?:[/?]|$)/;

export function createControls(node: ClusterNode, machine: Clock): Controls {
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
    done,
    share: async (asked, clock) => {
      const mark = `${node.id}/${++calls}`;
      const message = JSON.stringify({ t: 'control', mark, asked } satisfies ControlMessage);
      const [kind] = await (clock
        ? node.callAnyway('steer', clock.act, clock.value, message)
        : node.callAnyway('tell', '', '', '', 1, message));
      if (kind !== 'told' && kind !== 'steered') throw new LinkDown('the cluster has no clock');
      await done(mark);
      await node.askOthers({ kind: 'done', mark });
      return replies.get(mark);
    },
    hear: ({ mark, asked }, reg, here) => {
      void inOrder(async () => {
        const isTaken = reg <= taken && ABOUT_FAULTS.test(asked.target);
        const reply = isTaken ? undefined : await here.control(asked).catch(() => undefined);
        if (replies.size >= MOST_MARKS) replies.delete(replies.keys().next().value ?? '');
        replies.set(mark, reply);
        waits.look();
      });
    },
    takeOver: async (reg, here) => {
      if (node.others.length > 0) await inOrder(() => take(reg, here));
      isReady = true;
    },
    handOver: async (here) => {
      if (!isReady) throw new LinkDown('this instance has just joined');
      const reg = node.applied;
      return { reg, faults: await inOrder(() => here.faults()) };
    },
    lost: () => (isReady = false),
  };
}
