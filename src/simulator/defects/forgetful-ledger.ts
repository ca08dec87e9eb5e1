// For defects that carry a repeated request out again: a ledger that does not always know what it has seen.
import type { CommandLedger } from '../service/command-ledger.js';
import type { CommandEntry, CommandRequest } from '../service/command.js';

/** A repeat of a command that `forgets` names is new to it. */
export function forgetfulLedger(
  ledger: CommandLedger,
  forgets: (command: CommandEntry['command'], request: CommandRequest) => boolean,
): CommandLedger {
  return {
    ...ledger,
    lookUp: (request) => {
      const known = ledger.lookUp(request);
      return known.kind === 'repeat' && forgets(known.entry.command, request) ? { kind: 'new' } : known;
    },
  };
}
