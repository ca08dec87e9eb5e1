// Runs shares of the programs of a search, in the thread that was given them: apart from what the other threads load.
import { createProgramSource } from '../../harness/property/draw.js';
import { type Ran, ranOf, tryOut } from '../../harness/property/search-port.js';
import { assert } from '../../kernel/assert.js';
import { createRandom } from '../../kernel/random.js';
import { createInProcessExecutor, type InProcessOptions } from '../in-process/open-in-process.js';
import type { Share, ShareRan } from './open-program-threads.js';

/** @param options the same as those of the executor of the search. @param seed of the search. */
export async function createShareRunner(
  options: InProcessOptions,
  seed: number,
): Promise<(share: Share) => Promise<ShareRan>> {
  const executor = await createInProcessExecutor({ ...options, seed });
  assert(executor, 'what the main thread could write programs for, this one can, too');
  const source = createProgramSource(executor.tenants, createRandom(seed), { longWaits: executor.jumps });
  return async ({ places }) => {
    const programs: Ran[] = [];
    try {
      for (const index of places) {
        const tried = await tryOut(source, executor, index);
        if (tried) programs.push(ranOf(tried));
      }
      return { kind: 'ran', programs };
    } catch (error) {
      return { kind: 'threw', error };
    }
  };
}
