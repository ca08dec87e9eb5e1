// What looks the same is taken for a repeat, whatever its key.
import type { Known } from '../service/command-ledger.js';
import type { Defect } from './defect.js';

export function sameBodySameCommand(): Defect {
  return {
    id: 'same-body-same-command',
    rule: 'idempotency.new-key-new-command',
    summary: 'A request that asks for the same as the one before is given its command, also under a new key.',
    ports: (ports) => {
      const last = new Map<string, { readonly asked: string; readonly known: Known }>();
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const before = last.get(request.deviceId);
            const same = before?.asked === JSON.stringify(request.operation);
            return same ? before.known : ports.ledger.lookUp(request);
          },
          open: (request) => {
            const opened = ports.ledger.open(request);
            const known: Known = { kind: 'repeat', entry: opened.entry };
            last.set(request.deviceId, { asked: JSON.stringify(request.operation), known });
            return opened;
          },
        },
      };
    },
  };
}
