// The thread that tries clients: takes a trial, gives back what is wrong with the judge.
import { workerData } from 'node:worker_threads';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import { loadDays } from '../../src/cli/load/days.js';
import { assert } from '../../src/kernel/assert.js';
import { answerQuestions } from '../../src/lab/threads/thread.js';
import { allTrials, tryOut, type Trial } from './trial.js';

const { cwd, root } = workerData as { readonly cwd: string; readonly root: string };
const fleet = loadFleet(`${root}/fixtures/fleets/default.yaml`, cwd);
const dialect = loadDialect(`${root}/fixtures/dialects/default.yaml`, cwd);
assert(fleet.ok && dialect.ok, 'the program has lost its fleet or its dialect');
const days = loadDays(`${root}/scenarios/clients`, fleet.value.spec, cwd);
assert(days.ok, 'the days of the program can be read');
const stage = { days: days.value, dialect: dialect.value };

/** `all` asks which trials there are. */
answerQuestions(async (question) => (question === 'all' ? allTrials() : tryOut(stage, question as Trial)));
