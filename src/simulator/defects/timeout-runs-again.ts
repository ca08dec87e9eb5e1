// TIMEOUT is taken for a reason to try again.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function timeoutRunsAgain(): Defect {
  return {
    id: 'timeout-runs-again',
    rule: 'idempotency.timeout-is-final',
    summary: 'A repeat of a request that ended in TIMEOUT is sent to the device once more.',
    ports: (ports) => ({
      ...ports,
      ledger: forgetfulLedger(ports.ledger, ({ status }) => status === 'timeout'),
    }),
  };
}
