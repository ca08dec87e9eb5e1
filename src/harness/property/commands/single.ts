// One request by itself, patient with nothing: what comes is what is judged.
import type fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

export function single(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[] {
  return requests.map((drawn) =>
    drawn.map((request) =>
      createCommand(
        () => JSON.stringify(request.step),
        (model, draft) => {
          const name = draft.nextName();
          draft.steps.push(namedRequest(request, name));
          if (request.creates) model.operations.push(name);
        },
        (model) => canGo(model, request.step),
      ),
    ),
  );
}
