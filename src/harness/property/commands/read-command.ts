// Reads the command of an earlier operation, if that has got one.
import fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { chosen } from './repeat.js';

export function drawReadCommand(): fc.Arbitrary<ProgramCommand>[] {
  return [
    fc.nat({ max: 5 }).map((back) =>
      createCommand(
        () => `read the command ${back + 1} back`,
        ({ operations }, draft) => {
          const commandId = `$${chosen(operations, back)}.command.commandId`;
          draft.steps.push({ readCommand: commandId, optional: true, patient: false });
        },
        ({ operations }) => operations.length > 0,
      ),
    ),
  ];
}
