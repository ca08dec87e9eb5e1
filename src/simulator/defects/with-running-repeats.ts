// For defects whose repeats return the first command and do its work again behind its back.
import type { Operation } from '../../contract/schemas/command.js';
import type { CommandValue } from '../../dialect/dialect.js';
import type { Decoration } from '../decoration.js';

/** @param again whether the repeat of such a command is carried out, too. */
export function withRunningRepeats(
  again: (operation: Operation, command: CommandValue) => boolean,
): Pick<Decoration, 'service'> {
  return {
    service: (service) => {
      const seen = new Set<string>();
      return {
        ...service,
        operate: async (caller, request) => {
          const outcome = await service.operate(caller, request);
          if (!outcome.ok || !again(request.operation, outcome.value)) return outcome;
          const { commandId } = outcome.value;
          if (seen.has(commandId)) await service.operate(caller, { ...request, idempotencyKey: undefined });
          seen.add(commandId);
          return outcome;
        },
      };
    },
  };
}
