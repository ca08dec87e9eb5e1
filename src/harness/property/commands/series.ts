// Many operations in a row, each under a key of its own, and then the first of them once more: what is remembered
// must not depend on how much came after it.
import fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

const LEAST = 8;
const MOST = 12;

/** @param requests that create commands. */
export function series(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[] {
  return requests.map((drawn) =>
    fc.tuple(drawn, fc.integer({ min: LEAST, max: MOST })).map(([request, count]) =>
      createCommand(
        () => `${count} times ${JSON.stringify(request.step)}, and the first again`,
        (model, draft) => {
          const names = Array.from({ length: count }, () => draft.nextName());
          for (const name of names) draft.steps.push(namedRequest(request, name));
          model.operations.push(...names);
          draft.steps.push({ repeat: names[0], patient: false, as: draft.nextName() });
        },
        (model) => canGo(model, request.step),
      ),
    ),
  );
}
