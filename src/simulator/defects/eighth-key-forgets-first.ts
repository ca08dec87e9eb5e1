// Keys are kept in a list of fixed length.
import type { CommandRequest } from '../service/command.js';
import type { Defect } from './defect.js';

const ROOM = 7;

export function eighthKeyForgetsFirst(): Defect {
  return {
    id: 'eighth-key-forgets-first',
    rule: 'idempotency.same-command-rest',
    summary: 'A request that is repeated after seven others of its client is carried out once more.',
    ports: (ports) => {
      const kept = new Map<string, string[]>();
      const listOf = ({ clientId }: CommandRequest): string[] => {
        const list = kept.get(clientId) ?? [];
        kept.set(clientId, list);
        return list;
      };
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            const { idempotencyKey: key } = request;
            const forgotten = key !== undefined && !listOf(request).includes(key);
            return forgotten ? { kind: 'new' } : known;
          },
          open: (request) => {
            const list = listOf(request);
            if (request.idempotencyKey !== undefined) list.push(request.idempotencyKey);
            if (list.length > ROOM) list.shift();
            return ports.ledger.open(request);
          },
        },
      };
    },
  };
}
