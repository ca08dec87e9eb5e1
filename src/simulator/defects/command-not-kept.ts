// A command cannot be read back.
import type { Defect } from './defect.js';

export function commandNotKept(): Defect {
  return {
    id: 'command-not-kept',
    rule: 'commands.readable',
    summary: 'A command is unknown as soon as its reply has been sent.',
    ports: (ports) => ({ ...ports, ledger: { ...ports.ledger, find: () => undefined } }),
  };
}
