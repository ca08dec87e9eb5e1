// Sends another operation under a key that has been used.
import fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { chosen } from './repeat.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

export function reuseKey(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return [
    fc.tuple(fc.nat({ max: 5 }), fc.oneof(...requests)).map(([back, request]) =>
      createCommand(
        () => `under the key ${back + 1} back: ${JSON.stringify(request.step)}`,
        ({ operations }, draft) => {
          const step = namedRequest(request, draft.nextName());
          draft.steps.push(request.creates ? { ...step, key: chosen(operations, back) } : step);
        },
        (model) => model.operations.length > 0 && canGo(model, request.step),
      ),
    ),
  ];
}
