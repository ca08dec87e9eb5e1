// What is asked for twice within half a second is taken for one and the same, as from a nervous finger.
import type { CommandEntry } from '../service/command.js';
import type { Defect } from './defect.js';

const NERVOUS = 500;

interface Last {
  readonly asked: string;
  readonly at: number;
  readonly entry: CommandEntry;
}

export function doubleClickProtected(): Defect {
  return {
    id: 'double-click-protected',
    rule: 'idempotency.new-key-new-command',
    summary: 'The same request under a new key within half a second is given the command of the first.',
    ports: (ports, { clock }) => {
      const last = new Map<string, Last>();
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            const before = last.get(request.deviceId);
            if (known.kind !== 'new' || !before || clock.now() - before.at > NERVOUS) return known;
            const same = before.asked === JSON.stringify(request.operation);
            return same ? { kind: 'repeat', entry: before.entry } : known;
          },
          open: (request) => {
            const opened = ports.ledger.open(request);
            const asked = JSON.stringify(request.operation);
            last.set(request.deviceId, { asked, at: clock.now(), entry: opened.entry });
            return opened;
          },
        },
      };
    },
  };
}
