// Ledgers of commands that find the wrong command under a key, or none.
import type { Operation } from '../../../contract/schemas/command.js';
import type { CommandValue } from '../../../dialect/dialect.js';
import type { Decoration } from '../../decoration.js';
import type { CommandEntry, CommandRequest, CommandLedger, Known } from '../../service/command-ledger.js';
import { withPorts } from './ports.js';
import { withService } from './service.js';

/** @param forgets whether a repeat of this command is taken for a new request. */
export function forgetful(
  ledger: CommandLedger,
  forgets: (command: CommandEntry['command'], request: CommandRequest) => boolean,
): CommandLedger['lookUp'] {
  return (request) => {
    const known = ledger.lookUp(request);
    return known.kind === 'repeat' && forgets(known.entry.command, request) ? { kind: 'new' } : known;
  };
}

/** @param filed the request as the ledger sees it. */
export function withFiledKeys(filed: (request: CommandRequest) => CommandRequest): Pick<Decoration, 'ports'> {
  return withPorts(({ ledger }) => ({
    ledger: {
      lookUp: (request) => ledger.lookUp(filed(request)),
      open: (request) => ledger.open(filed(request)),
    },
  }));
}

interface Last {
  readonly asked: string;
  /** Clock time in ms. */
  readonly at: number;
  readonly entry: CommandEntry;
}

/** @param applies whether a request that equals the last one of its device gets the command of that one. */
export function withMergedRequests(
  applies: (known: Known, age: number) => boolean,
): Pick<Decoration, 'ports'> {
  return withPorts(({ ledger }, { clock }) => {
    const last = new Map<string, Last>();
    return {
      ledger: {
        lookUp: (request) => {
          const known = ledger.lookUp(request);
          const before = last.get(request.deviceId);
          if (before?.asked !== JSON.stringify(request.operation)) return known;
          return applies(known, clock.now() - before.at) ? { kind: 'repeat', entry: before.entry } : known;
        },
        open: (request) => {
          const opened = ledger.open(request);
          const asked = JSON.stringify(request.operation);
          last.set(request.deviceId, { asked, at: clock.now(), entry: opened.entry });
          return opened;
        },
      },
    };
  });
}

/** @param again whether the repeat of such a command is carried out, too, while it returns the first command. */
export function withRunningRepeats(
  again: (operation: Operation, command: CommandValue) => boolean,
): Pick<Decoration, 'service'> {
  return withService((service) => {
    const seen = new Set<string>();
    return {
      operate: async (caller, request) => {
        const outcome = await service.operate(caller, request);
        if (!outcome.ok || !again(request.operation, outcome.value)) return outcome;
        const { commandId } = outcome.value;
        if (seen.has(commandId)) await service.operate(caller, { ...request, idempotencyKey: undefined });
        seen.add(commandId);
        return outcome;
      },
    };
  });
}
