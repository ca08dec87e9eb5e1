// The thread that runs random programs: takes a share of them, gives back what they came to.
import { workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { answerQuestions } from '../../lab/threads/answer-questions.js';
import { createShareRunner } from '../../lab/threads/run-share.js';
import { embeddedService } from './embedded-service.js';
const { names, cwd, seed, restriction } = workerData;
const service = await embeddedService(names, cwd);
assert(service.ok, 'what the main thread could read, this one can read, too');
const runShare = await createShareRunner({ ...service.value, restriction }, seed);
answerQuestions((share) => runShare(share));
