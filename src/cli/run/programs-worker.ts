// The thread that runs random programs: takes a share of them, gives back what they came to.
import { workerData } from 'node:worker_threads';
import { createProgramSource } from '../../harness/property/draw.js';
import { type Ran, ranOf, tryOut } from '../../harness/property/search-port.js';
import { assert } from '../../kernel/assert.js';
import { createRandom } from '../../kernel/random.js';
import { createInProcessExecutor } from '../../lab/in-process/open-in-process.js';
import type { Share, ShareRan } from '../../lab/threads/open-program-threads.js';
import { answerQuestions } from '../../lab/threads/thread.js';
import { embeddedService } from './embedded.js';
import type { ProgramsData } from './programs.js';

const { names, cwd, seed, restriction } = workerData as ProgramsData;
const service = await embeddedService(names, cwd);
assert(service.ok, 'what the main thread could read, this one can read, too');
const made = await createInProcessExecutor({ ...service.value, restriction, seed });
assert(made, 'what the main thread could write programs for, this one can, too');
const executor = made;
const source = createProgramSource(executor.tenants, createRandom(seed), { longWaits: executor.jumps });
answerQuestions((share) => run(share as Share));

async function run({ places }: Share): Promise<ShareRan> {
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
}
