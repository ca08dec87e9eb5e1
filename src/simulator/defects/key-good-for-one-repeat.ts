// The memory of a key is used up by the first repeat.
import type { Defect } from './defect.js';

export function keyGoodForOneRepeat(): Defect {
  return {
    id: 'key-good-for-one-repeat',
    rule: 'idempotency.after-lost-response',
    summary: 'Once a request has been repeated its key is forgotten, and the next repeat runs.',
    ports: (ports) => {
      const repeated = new Set<string>();
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            if (known.kind !== 'repeat') return known;
            const { commandId } = known.entry.command;
            if (repeated.has(commandId)) return { kind: 'new' };
            repeated.add(commandId);
            return known;
          },
        },
      };
    },
  };
}
