// Changes that may come about yet: they are under way, or got no reply.
import type { Exchange } from '../target/call.js';

export interface Unsettled {
  begin(): void;
  /** A change is over, for all that its exchange tells; undefined when there was none. */
  end(exchange: Exchange | undefined): void;
  /** Others have changed something at that clock time (ms) at the latest, and nobody knows what came of it. */
  changedByOthers(at: number): void;
  readonly isUnderWay: boolean;
  /** The last change that is over had come about by then, if at all; clock time in ms. */
  readonly changedBy: number;
  /** From when on nothing that was sent can change anything any more; clock time in ms. */
  settledAt(now: number): number;
}

/** A change that got no reply may come about this long afterwards, in ms: longer than any relay takes. */
const MOST_LATE = 5000;

export function createUnsettled(): Unsettled {
  let underWay = 0;
  let changedBy = 0;
  return {
    begin: () => {
      underWay++;
    },
    end: (exchange) => {
      underWay--;
      if (!exchange) return;
      const late = exchange.outcome.kind === 'reply' ? 0 : MOST_LATE;
      changedBy = Math.max(changedBy, exchange.answeredAt + late);
    },
    changedByOthers: (at) => {
      changedBy = Math.max(changedBy, at + MOST_LATE);
    },
    get isUnderWay() {
      return underWay > 0;
    },
    get changedBy() {
      return changedBy;
    },
    settledAt: (now) => (underWay > 0 ? now + MOST_LATE : changedBy),
  };
}
