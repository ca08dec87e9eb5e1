// The thread that runs random programs: takes a share of them, gives back what they came to.
import { workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { answerQuestions } from '../../lab/threads/thread.js';
import type { Share } from '../../lab/threads/open-program-threads.js';
import { createShareRunner } from '../../lab/threads/run-share.js';
import { embeddedService } from './embedded.js';
import type { ProgramsData } from './programs.js';

const { names, cwd, seed, restriction } = workerData as ProgramsData;
const service = await embeddedService(names, cwd);
assert(service.ok, 'what the main thread could read, this one can read, too');
const runShare = await createShareRunner({ ...service.value, restriction }, seed);
answerQuestions((share) => runShare(share as Share));
