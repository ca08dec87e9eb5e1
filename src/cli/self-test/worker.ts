// The thread that tries: takes a trial, gives back what came of it.
import { workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { createTrialRunner } from '../../lab/self-test/run-trial.js';
import type { Trial } from '../../lab/self-test/trial.js';
import { answerQuestions } from '../../lab/threads/thread.js';
import { bundledScenarios } from '../load/scenarios.js';
import { trialService, type TrialSetup } from './run.js';

const setup = workerData as TrialSetup;
const scenarios = bundledScenarios(setup.cwd);
assert(scenarios.ok, 'what the main thread could read, this one can read, too');
const run = createTrialRunner(scenarios.value, (trial) => trialService(trial, setup));
answerQuestions((trial) => run(trial as Trial));
