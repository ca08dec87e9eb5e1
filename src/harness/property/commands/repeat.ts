// Sends an earlier operation again, unchanged, under its key: the same way or another, once or racing itself.
import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { StepData } from '../program.js';
import { createCommand, type ProgramCommand } from './command.js';
import { canGo } from './request.js';

const FIRST = -1;
/** The latest are the most likely to be worth it, and the very first. */
const BACK = [0, 0, 1, 2, 3, 5, FIRST, FIRST];

/** A key is its client's: repeats go back to the client that sent the first. */
const ELSEWHERE: readonly StepData[] = [{}, {}, { via: 'rest' }, { via: 'ws' }];

export function drawRepeat({ clients }: ProgramFacts): fc.Arbitrary<ProgramCommand>[] {
  if (clients.length === 0) return [];
  const way = fc.constantFrom(...ELSEWHERE);
  return [
    fc.tuple(fc.constantFrom(...BACK), fc.array(way, { minLength: 1, maxLength: 3 })).map(([back, ways]) =>
      createCommand(
        () =>
          `repeat the ${back === FIRST ? 'first operation' : `operation ${back + 1} back`}, ${JSON.stringify(ways)}`,
        ({ operations }, draft) => {
          const first = chosen(operations, back);
          const steps = ways.map((each) => ({
            repeat: first,
            ...each,
            patient: false,
            as: draft.nextName(),
          }));
          draft.steps.push(steps.length === 1 ? (steps[0] ?? {}) : { parallel: steps });
        },
        (model) => model.operations.length > 0 && ways.every((each) => canGo(model, each)),
      ),
    ),
  ];
}

/** Counted from the latest, around and around; `FIRST` is the oldest. */
export function chosen(operations: readonly string[], back: number): string {
  if (back === FIRST) return operations[0] ?? '';
  return operations.at(-1 - (back % operations.length)) ?? '';
}
