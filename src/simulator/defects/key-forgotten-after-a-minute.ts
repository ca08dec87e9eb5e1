// Keys are kept for a minute, as in a cache, while clients may come back later than that.
import type { Defect } from './defect.js';

const KEPT = 60_000;

export function keyForgottenAfterAMinute(): Defect {
  return {
    id: 'key-forgotten-after-a-minute',
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated more than a minute after its command has ended is a new command.',
    ports: (ports, { clock }) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => {
          const known = ports.ledger.lookUp(request);
          const endedAt = known.kind === 'repeat' ? known.entry.command.completedAt : undefined;
          return endedAt !== undefined && clock.now() - endedAt > KEPT ? { kind: 'new' } : known;
        },
      },
    }),
  };
}
