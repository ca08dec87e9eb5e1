// A thread of this program's own that answers questions one after the other. One that dies or does not answer is
// replaced at the next question; the question that it had is lost.
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';

type ThreadAnswer<A> =
  { readonly kind: 'answer'; readonly answer: A } | { readonly kind: 'lost'; readonly why: string };

export interface Thread<Q, A> {
  /** One question at a time. */
  ask(question: Q): Promise<ThreadAnswer<A>>;
  close(): Promise<void>;
}

export interface ThreadOptions {
  /** The module that runs in it, and calls `answerQuestions`. */
  readonly module: URL;
  /** What it is given at its beginning; plain data, as all that goes from thread to thread. */
  readonly data: unknown;
  /** Ms of the clock after which no answer is expected any more. */
  readonly patience: number;
  /** The machine's. */
  readonly clock: Clock;
  /** Stops the thread at once. */
  readonly signal: AbortSignal;
}

/** The thread begins with the first question. */
export function createThread<Q, A>(options: ThreadOptions): Thread<Q, A> {
  const { module, data, patience, clock, signal } = options;
  let worker: Worker | undefined;
  const close = async (): Promise<void> => {
    await worker?.terminate();
    worker = undefined;
  };
  const lost = async (why: string): Promise<ThreadAnswer<A>> => {
    await close();
    return { kind: 'lost', why };
  };
  return {
    ask: async (question) => {
      if (signal.aborted) return lost('interrupted');
      worker ??= new Worker(module, { workerData: data });
      const giveUp = new AbortController();
      const timer = clock.setTimer('answer of a thread', patience, () => giveUp.abort());
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(question);
        const [answer] = (await once(worker, 'message', {
          signal: AbortSignal.any([signal, giveUp.signal]),
        })) as [A];
        return { kind: 'answer', answer };
      } catch (error) {
        if (signal.aborted) return await lost('interrupted');
        const silent = `it took longer than ${patience / 1000} s`;
        return await lost(giveUp.signal.aborted ? silent : `its thread has died: ${String(error)}`);
      } finally {
        timer.cancel();
      }
    },
    close,
  };
}

// The other end of a thread: takes questions from the main thread, and gives back an answer to each.

/** What `answer` throws ends the thread, and the main thread hears of it. */
export function answerQuestions(answer: (question: unknown) => Promise<unknown>): void {
  const port = parentPort;
  assert(port, 'this file runs in a thread of its own');
  port.on('message', (question: unknown) => {
    void answer(question).then((given) => port.postMessage(given));
  });
}
