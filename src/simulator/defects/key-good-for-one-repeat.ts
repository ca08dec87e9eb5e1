// The memory of a key is used up by the first repeat.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function keyGoodForOneRepeat(): Defect {
  return {
    id: 'key-good-for-one-repeat',
    rule: 'idempotency.after-lost-response',
    summary: 'Once a request has been repeated its key is forgotten, and the next repeat runs.',
    ports: (ports) => {
      const repeated = new Set<string>();
      return {
        ...ports,
        ledger: forgetfulLedger(ports.ledger, ({ commandId }) => {
          const used = repeated.has(commandId);
          repeated.add(commandId);
          return used;
        }),
      };
    },
  };
}
