// Breaks the connection once an operation is out, and repeats the operation under its key.
import fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

export function drawCut(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return [
    fc.tuple(fc.oneof(...requests), fc.boolean()).map(([request, repeated]) =>
      createCommand(
        () => `cut: ${JSON.stringify(request.step)}${repeated ? ', and repeat' : ''}`,
        (model, draft) => {
          const name = draft.nextName();
          const { via } = request.step;
          draft.steps.push({ ...namedRequest(request, name), cut: true });
          if (request.creates) model.operations.push(name);
          if (typeof via === 'string' && !repeated) model.broken.add(via);
          if (!repeated) return;
          if (typeof via === 'string') draft.steps.push({ reconnect: via });
          draft.steps.push({ repeat: name, patient: false, as: draft.nextName() });
        },
        (model) => canGo(model, request.step),
      ),
    ),
  ];
}
