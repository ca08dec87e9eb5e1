// The thread that tries mutants. What is instrumented is loaded only when the mutant of the thread is on.
import { parentPort, workerData } from 'node:worker_threads';
import type { Suite } from './suite.js';
import { unloadable } from './unloadable.js';
import type { Message, Question, ThreadData } from './question.js';
import { turnOn } from './switches.js';

const given = workerData as ThreadData;
turnOn(given.key);
const port = parentPort;
if (!port) throw new Error('this file runs in a thread of its own');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: Message): void => port.postMessage(message);
const strays: unknown[] = [];
// `conform serve` goes on after them, too.
process.on('uncaughtException', (error) => strays.push(error));
process.on('unhandledRejection', (error) => strays.push(error));

const suite = await loaded();
port.on('message', (question: Question | 'about') => {
  if (question === 'about') void suite.about().then((about) => tell({ kind: 'about', about }));
  else void suite.run(question).then((seen) => tell({ kind: 'answer', seen }));
});

/** With a mutant that is on from the beginning, the simulator may fail before there is anything to ask. */
async function loaded(): Promise<Suite> {
  try {
    const { createSuite } = await import('./suite.js');
    return createSuite(given, { lives: () => tell({ kind: 'lives' }), strays });
  } catch (error) {
    return unloadable(error);
  }
}
