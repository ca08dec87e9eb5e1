// Waiting until something is so: whoever may have changed it calls `look`.
import type { Clock } from '../../kernel/clock.js';
import { LinkDown } from './link.js';

export interface Waits {
  /**
   * @param limit in ms of the machine; without one, it waits as long as it takes.
   * Rejects with `LinkDown` when the limit is over.
   */
  until(isSo: () => boolean, limit?: number): Promise<void>;
  look(): void;
  /** How many wait at this moment. */
  readonly size: number;
}

export function createWaits(machine: Clock): Waits {
  const waiting = new Set<() => void>();
  return {
    until: (isSo, limit) => {
      if (isSo()) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const over = (): void => {
          waiting.delete(check);
          reject(new LinkDown('the other instances take too long'));
        };
        const timer = limit === undefined ? undefined : machine.setTimer('cluster wait', limit, over);
        const check = (): void => {
          if (!isSo()) return;
          waiting.delete(check);
          timer?.cancel();
          resolve();
        };
        waiting.add(check);
      });
    },
    look: () => {
      for (const check of [...waiting]) check();
    },
    get size() {
      return waiting.size;
    },
  };
}
