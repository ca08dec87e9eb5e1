// Several requests at once, or nearly so, some of them sent more than once under one key.
import fc from 'fast-check';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

/** Offsets in ms: none, within a round trip, within an operation. */
const OFFSETS = [0, 0, 0, 1, 2, 5, 10, 20, 50, 120, 250];
const MOST_MEMBERS = 5;

interface Member {
  readonly request: DrawnRequest;
  readonly at: number;
  readonly times: number;
}

export function burst(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  const member: fc.Arbitrary<Member> = fc.record({
    request: fc.oneof(...requests),
    at: fc.constantFrom(...OFFSETS),
    times: fc.constantFrom(1, 1, 1, 2),
  });
  return [fc.array(member, { minLength: 2, maxLength: MOST_MEMBERS }).map(createBurst)];
}

function createBurst(members: readonly Member[]): ProgramCommand {
  return createCommand(
    () =>
      `at once: ${members.map(({ request, at, times }) => `${JSON.stringify(request.step)} at ${at} ms, ${times} times`).join(' | ')}`,
    (model, draft) => {
      const steps = members.map(({ request, at, times }) => {
        const name = draft.nextName();
        // Several replies under one name are a list: of those no single command could be spoken of later.
        if (request.creates && times === 1) model.operations.push(name);
        return {
          ...namedRequest(request, name),
          ...(at === 0 ? {} : { at: `${at}ms` }),
          ...(times === 1 ? {} : { times }),
        };
      });
      draft.steps.push({ parallel: steps });
    },
    (model) => members.every(({ request }) => canGo(model, request.step)),
  );
}
