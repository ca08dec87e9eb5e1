// The thread that tries: takes a trial, gives back what came of it.
import { workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { createTrialRunner } from '../../lab/self-test/run-trial.js';
import { answerQuestions } from '../../lab/threads/answer-questions.js';
import { bundledScenarios } from '../load/scenarios.js';
import { loadTrialServices } from './trial-services.js';
const { cwd } = workerData;
const scenarios = bundledScenarios(cwd);
const services = loadTrialServices(cwd);
assert(scenarios.ok && services.ok, 'what the main thread could read, this one can read, too');
const run = createTrialRunner(scenarios.value, services.value);
answerQuestions((trial) => run(trial));
