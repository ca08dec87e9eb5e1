// Keys are kept for a minute, as in a cache, while clients may come back later than that.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

const KEPT = 60_000;

export function keyForgottenAfterAMinute(): Defect {
  return {
    id: 'key-forgotten-after-a-minute',
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated more than a minute after its command has ended is a new command.',
    ports: (ports, { clock }) => ({
      ...ports,
      ledger: forgetfulLedger(
        ports.ledger,
        ({ completedAt }) => completedAt !== undefined && clock.now() - completedAt > KEPT,
      ),
    }),
  };
}
