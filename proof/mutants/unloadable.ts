// The suite of a thread in which the program cannot even be loaded.
import type { Suite } from './suite.js';
import { wordsOf } from './words.js';

export function unloadable(reason: unknown): Suite {
  const nothing = { breaches: [], errors: [], undecided: [], differs: [], notRestored: [], bugs: [] };
  const seen = { ...nothing, unstarted: wordsOf(reason), reached: [], loaded: [] };
  return {
    about: async () => {
      throw new Error('the program cannot be loaded', { cause: reason });
    },
    run: async () => seen,
  };
}
