// What an instance asks another one, and the answers that it waits for.
import type { Clock } from '../../kernel/clock.js';
import type { ScriptCalls } from './calls.js';
import { LinkDown } from './link.js';
import type { PeerQuestion, DirectMessage } from './messages.js';

export interface Questions {
  /**
   * @param limit in ms of the machine.
   * Rejects with `LinkDown` when that instance does not answer, or is gone; with `Behind` as a call does.
   */
  ask(instance: string, what: PeerQuestion, limit?: number): Promise<unknown>;
  answered(answer: Extract<DirectMessage, { t: 'answer' }>): void;
  /** Those that are no members will not answer. */
  keepTo(members: readonly string[]): void;
  /** No answer counts any more. */
  giveUp(): void;
}

interface Waiter {
  readonly instance: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** In ms of the machine. */
const ANSWER_WITHIN = 30_000;

/** @param id the name of this instance, which changes. */
export function createQuestions(
  calls: Pick<ScriptCalls, 'call'>,
  machine: Clock,
  id: () => string,
): Questions {
  const waiting = new Map<number, Waiter>();
  let asked = 0;
  return {
    ask: async (instance, what, limit = ANSWER_WITHIN) => {
      const call = ++asked;
      const answer = new Promise<unknown>((resolve, reject) =>
        waiting.set(call, { resolve, reject, instance }),
      );
      // Rejected while the call is under way, nobody would wait for it.
      answer.catch(() => undefined);
      const timer = machine.setTimer('answer', limit, () =>
        waiting.get(call)?.reject(new LinkDown('no answer')),
      );
      try {
        const message: DirectMessage = { t: 'ask', from: id(), call, what };
        const [kind] = await calls.call('send', instance, JSON.stringify(message));
        if (kind !== 'sent') throw new LinkDown('that instance is away');
        return await answer;
      } finally {
        timer.cancel();
        waiting.delete(call);
      }
    },
    answered: ({ call, ok, value }) => {
      const waiter = waiting.get(call);
      if (ok) waiter?.resolve(value);
      else waiter?.reject(new LinkDown('that instance could not do it'));
    },
    keepTo: (members) => {
      for (const { instance, reject } of waiting.values())
        if (!members.includes(instance)) reject(new LinkDown('that instance is gone'));
    },
    giveUp: () => {
      for (const { reject } of waiting.values()) reject(new LinkDown('this instance has lost the cluster'));
    },
  };
}
