// The instrumented simulator on real sockets, in a thread of its own: it may end or hang, and the harness goes on.
import { parentPort, workerData } from 'node:worker_threads';
import type { ServerData, ServerMessage } from './question.js';
import { beginWork, reachedBy, turnOn } from './switches.js';
import { wordsOf } from './words.js';

const { root, seed, key, speed } = workerData as ServerData;
const port = parentPort;
if (!port) throw new Error('this file runs in a thread of its own');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: ServerMessage): void => port.postMessage(message);
turnOn(key);
beginWork('serving');
// `conform serve` goes on after them, too.
process.on('uncaughtException', (error) => tell({ kind: 'bug', words: wordsOf(error) }));
process.on('unhandledRejection', (error) => tell({ kind: 'bug', words: wordsOf(error) }));
port.on('message', () => tell({ kind: 'reached', reached: reachedBy('serving') }));

try {
  const { startServer } = await import('./start-server.js');
  tell({ kind: 'serves', ...(await startServer({ root, seed, speed })) });
} catch (error) {
  tell({ kind: 'unstarted', words: wordsOf(error) });
}
