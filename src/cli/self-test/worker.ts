// The thread that tries: takes a trial, gives back what came of it.
import { workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { answerQuestions } from '../threads/answer-questions.js';
import { createTrialRunner } from './run-trial.js';
import type { Trial } from './trial.js';

const { cwd } = workerData as { readonly cwd: string };
const runner = createTrialRunner(cwd);
assert(runner.ok, 'what the main thread could read, this one can read, too');
const run = runner.value;
answerQuestions((trial) => run(trial as Trial));
