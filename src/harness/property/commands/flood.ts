// Many requests at once on one connection: what a server keeps apart while there are few may mix when there are many.
import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { StepData } from '../program.js';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo, type DrawnRequest, namedRequest } from './request.js';

/** @param requests of which those are sent that go over the connection. */
export function flood(
  { connections }: ProgramFacts,
  requests: readonly fc.Arbitrary<DrawnRequest>[],
): fc.Arbitrary<ProgramCommand>[] {
  if (requests.length === 0) return [];
  return connections.map((via) => {
    const others = fc.array(fc.oneof(...requests), { minLength: 2, maxLength: 4 });
    return fc.tuple(others, fc.integer({ min: 4, max: 10 })).map(([drawn, pings]) => {
      const there = drawn.map((request) => ({
        ...request,
        step: { ...withoutClient(request.step), via },
      }));
      return createCommand(
        () => `${pings} pings and ${there.length} others at once on ${via}`,
        (model, draft) => {
          const steps = there.map((request) => {
            const name = draft.nextName();
            if (request.creates) model.operations.push(name);
            return namedRequest(request, name);
          });
          draft.steps.push({ parallel: [...steps, { ping: null, via, patient: false, times: pings }] });
        },
        (model) => canGo(model, { via }),
      );
    });
  });
}

/** A connection has its own. */
function withoutClient(step: StepData): StepData {
  return Object.fromEntries(Object.entries(step).filter(([field]) => field !== 'client'));
}
