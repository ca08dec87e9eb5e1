// The thread that runs random programs: takes a share of them, gives back what they came to.
import { workerData } from 'node:worker_threads';
import { createProgramSource } from '../../harness/property/draw.js';
import { type Ran, ranOf, tryOut } from '../../harness/property/try-out.js';
import { assert } from '../../kernel/assert.js';
import { createRandom } from '../../kernel/random.js';
import { createInProcessExecutor } from '../in-process/in-process-executor.js';
import { embeddedService } from '../run/embedded-service.js';
import { answerQuestions } from '../threads/answer-questions.js';
import type { ProgramsData, Share, ShareRan } from './share.js';

const runShare = await shareRunner(workerData as ProgramsData);
answerQuestions((share) => runShare(share as Share));

async function shareRunner({
  names,
  cwd,
  seed,
  actuate,
}: ProgramsData): Promise<(share: Share) => Promise<ShareRan>> {
  const service = await embeddedService(names, cwd);
  assert(service.ok, 'what the main thread could read, this one can read, too');
  const executor = await createInProcessExecutor({
    ...service.value,
    seed,
    actuate,
    restriction: actuate ? undefined : 'no-actuate',
  });
  assert(executor, 'what the main thread could write programs for, this one can, too');
  const source = createProgramSource(executor.facts, createRandom(seed), { longWaits: executor.jumps });
  return async ({ from, to }) => {
    const programs: Ran[] = [];
    try {
      for (let index = from; index < to; index++) {
        const tried = await tryOut(source, executor, index);
        if (tried) programs.push(ranOf(tried));
      }
      return { kind: 'ran', programs };
    } catch (error) {
      return { kind: 'threw', error };
    }
  };
}
