// The thread that tries mutants. What is instrumented is loaded only when the mutant of the thread is on.
import { parentPort, workerData } from 'node:worker_threads';
import type { Message, Question, ThreadData } from './question.js';
import { turnOn } from './switches.js';

const given = workerData as ThreadData;
turnOn(given.key);
const { createSuite } = await import('./suite.js');
const port = parentPort;
if (!port) throw new Error('this file runs in a thread of its own');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: Message): void => port.postMessage(message);
const suite = createSuite(given, () => tell({ kind: 'lives' }));
port.on('message', (question: Question | 'about') => {
  if (question === 'about') void suite.about().then((about) => tell({ kind: 'about', about }));
  else void suite.run(question).then((seen) => tell({ kind: 'answer', seen }));
});
