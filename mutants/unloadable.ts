// The suite of a thread in which the program cannot even be loaded.
import type { Suite } from './suite.js';
import { wordsOf } from './words.js';

export function unloadable(error: unknown): Suite {
  const nothing = { breaches: [], errors: [], undecided: [], differs: [], notRestored: [], bugs: [] };
  return {
    about: () => Promise.reject(new Error('the program cannot be loaded', { cause: error })),
    run: () => Promise.resolve({ ...nothing, unstarted: wordsOf(error), reached: [], loaded: [] }),
  };
}
