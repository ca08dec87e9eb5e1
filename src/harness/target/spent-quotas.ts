// Refusals as too frequent that a quota of the API client may explain: other requests that count for the same quota may
// have spent it. Where such a request is granted before the announced delay is over, the quota was not spent.
import type { QuotaClass } from '../../contract/endpoints.js';
import type { Clock } from '../../kernel/clock.js';
import { classesOf } from './quota-classes.js';

export interface SpentQuotas {
  /** @param what an endpoint or a topic. */
  granted(client: string, what: string): void;
  /**
   * @param wait the announced delay in ms.
   * @param unexplained called, at once or later, when no quota explains the refusal; never when one may.
   */
  refused(
    asked: { readonly client: string; readonly what: string },
    wait: number,
    unexplained: () => void,
  ): void;
}

interface Pending {
  readonly client: string;
  /** Those that may have been spent. */
  readonly classes: Set<QuotaClass>;
  readonly until: number;
  readonly unexplained: () => void;
}

/** In ms: a window may be as long. */
const LATELY = 60_000;
const MOST_PENDING = 200;

export function createSpentQuotas(clock: Pick<Clock, 'now'>): SpentQuotas {
  const grants = new Map<string, number>();
  const pending: Pending[] = [];
  const keyOf = (client: string, quotaClass: QuotaClass): string => `${quotaClass} ${client}`;
  return {
    granted: (client, what) => {
      const now = clock.now();
      const classes = classesOf(what);
      for (const each of classes) grants.set(keyOf(client, each), now);
      for (const refusal of pending.filter((each) => each.client === client)) {
        for (const each of classes) refusal.classes.delete(each);
        if (refusal.classes.size > 0 && refusal.until > now) continue;
        pending.splice(pending.indexOf(refusal), 1);
        if (refusal.until > now) refusal.unexplained();
      }
    },
    refused: ({ client, what }, wait, unexplained) => {
      const now = clock.now();
      const since = now - LATELY;
      const spent = classesOf(what).filter(
        (each) => (grants.get(keyOf(client, each)) ?? Number.NEGATIVE_INFINITY) > since,
      );
      if (spent.length === 0) return unexplained();
      pending.push({ client, classes: new Set(spent), until: now + wait, unexplained });
      if (pending.length > MOST_PENDING) pending.shift();
    },
  };
}
