// A bench for tests of verbs: it writes down what is done from outside, and answers in turn, the last one again and again.
import type { Act, Acted } from '../../../../src/harness/profile/stimuli/catalogue.js';
import type { Stimuli } from '../../../../src/harness/stimuli/create-stimuli.js';
import type { Answer } from './scripted-target.js';
import { PROFILE, type Ran, runText, withSteps } from './run-scenario.js';

export interface ActingBench {
  readonly acts: readonly Act[];
  /** The steps of a scenario that needs a plant with an input that is its `door`. */
  run(steps: string): Promise<Ran>;
}

/** @param answer what the target answers, by what was done last. */
export function acting(
  answers: readonly Acted[],
  answer: (last: Act | undefined) => Answer = () => ({}),
): ActingBench {
  const acts: Act[] = [];
  const profile = { ...PROFILE, devices: { one: { deviceId: 'dev-1', relays: [3, 4], inputs: [2] } } };
  const stimuli: Stimuli = {
    offers: () => ({ kind: 'ok' }),
    noteInitial: () => undefined,
    adopt: () => undefined,
    open: () => ({
      act: async (act) => {
        acts.push(act);
        return Promise.resolve(answers[Math.min(acts.length, answers.length) - 1] ?? { kind: 'applied' });
      },
      undo: async () => Promise.resolve([]),
      lost: async () => Promise.resolve([]),
    }),
    undoAll: async () => Promise.resolve([]),
    close: async () => Promise.resolve(),
  };
  return {
    acts,
    run: async (steps) => {
      const text = withSteps(steps).replace('[lamp, pump] }', '[lamp, pump], inputs: [door] }');
      return runText(text, () => answer(acts.at(-1)), { profile, stimuli, offers: stimuli.offers });
    },
  };
}
