// For defects that file keys under something else than the client that sent them.
import type { Decoration } from '../decoration.js';
import type { CommandRequest } from '../service/command.js';

/** @param filed the request as the ledger is to see it. */
export function withFiledKeys(filed: (request: CommandRequest) => CommandRequest): Pick<Decoration, 'ports'> {
  return {
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => ports.ledger.lookUp(filed(request)),
        open: (request) => ports.ledger.open(filed(request)),
      },
    }),
  };
}
