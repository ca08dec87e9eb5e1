// Request quotas: how often one API client may do things of one class. All its tokens and connections
// share them (limits.shared-per-client), and a rejection counts for nothing (limits.rejection-is-free).
import type { QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import type { Quota } from './settings.js';

export interface QuotaLevel {
  readonly limit: number;
  readonly left: number;
  /** Ms until the window ends and all is free again; 0 when no window runs. */
  readonly resetsIn: number;
}

export interface Quotas {
  /** Ms to wait until one more is free, or undefined when one is free now. Takes nothing. */
  waitFor(clientId: string, quotaClass: QuotaClass): number | undefined;
  /** Counts one. */
  take(clientId: string, quotaClass: QuotaClass): void;
  /** Takes back one that was counted for a request which was then rejected (limits.rejection-is-free). */
  giveBack(clientId: string, quotaClass: QuotaClass): void;
  level(clientId: string, quotaClass: QuotaClass): QuotaLevel;
  /** Sets the level to one that `level` of another simulator has returned. */
  recall(clientId: string, quotaClass: QuotaClass, level: QuotaLevel): void;
}

interface Window {
  readonly endsAt: number;
  taken: number;
}

export function createQuotas(clock: Clock, quotas: Readonly<Record<QuotaClass, Quota>>): Quotas {
  const windows = new Map<string, Map<QuotaClass, Window>>();

  const current = (clientId: string, quotaClass: QuotaClass): Window | undefined => {
    const window = windows.get(clientId)?.get(quotaClass);
    return window && window.endsAt > clock.now() ? window : undefined;
  };

  const booksOf = (clientId: string): Map<QuotaClass, Window> => {
    const books = windows.get(clientId) ?? new Map<QuotaClass, Window>();
    windows.set(clientId, books);
    return books;
  };

  return {
    waitFor: (clientId, quotaClass) => {
      const window = current(clientId, quotaClass);
      if (!window || window.taken < quotas[quotaClass].limit) return undefined;
      return window.endsAt - clock.now();
    },
    take: (clientId, quotaClass) => {
      const window = current(clientId, quotaClass);
      if (window) {
        window.taken++;
        return;
      }
      booksOf(clientId).set(quotaClass, { endsAt: clock.now() + quotas[quotaClass].window, taken: 1 });
    },
    giveBack: (clientId, quotaClass) => {
      const window = current(clientId, quotaClass);
      if (window && window.taken > 0) window.taken--;
    },
    recall: (clientId, quotaClass, { limit, left, resetsIn }) => {
      booksOf(clientId).set(quotaClass, { endsAt: clock.now() + resetsIn, taken: limit - left });
    },
    level: (clientId, quotaClass) => {
      const window = current(clientId, quotaClass);
      const { limit } = quotas[quotaClass];
      if (!window) return { limit, left: limit, resetsIn: 0 };
      return { limit, left: limit - window.taken, resetsIn: window.endsAt - clock.now() };
    },
  };
}
