// The thread that tries: takes a trial, gives back what came of it.
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import { createTrialRunner } from './run-trial.js';
import type { Trial } from './trial.js';

const { cwd } = workerData as { readonly cwd: string };
const port = parentPort;
assert(port, 'this file runs in a thread of its own');
const runner = createTrialRunner(cwd);
assert(runner.ok, 'what the main thread could read, this one can read, too');
const run = runner.value;

port.on('message', (trial: Trial) => {
  void run(trial).then((tried) => port.postMessage(tried));
});
