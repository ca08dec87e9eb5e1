// Opens a connection anew; in between nobody listens on it.
import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { createCommand, type ProgramCommand } from './command.js';

export function drawReconnect({ connections }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  return connections.map((connection) =>
    fc.boolean().map((away) =>
      createCommand(
        () => (away ? `disconnect ${connection}` : `reconnect ${connection}`),
        ({ broken }, draft) => {
          if (away) broken.add(connection);
          else broken.delete(connection);
          draft.steps.push(away ? { disconnect: connection } : { reconnect: connection });
        },
      ),
    ),
  );
}
