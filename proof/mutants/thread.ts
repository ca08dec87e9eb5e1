// A thread that tries mutants. One that dies, or that says nothing for too long, is ended, and another one begins.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { assert } from '../../src/kernel/assert.js';
import type { Clock } from '../../src/kernel/clock.js';
import type { About, Message, Question, Seen, ThreadData } from './question.js';

export type Tried =
  | { readonly kind: 'ran'; readonly seen: Seen }
  /** The thread died: what it died of. */
  | { readonly kind: 'died'; readonly why: string }
  /** It was busy without an end, in code that gave nothing else a turn. */
  | { readonly kind: 'hung' };

/** Ms without a word. A check takes a few ms, but the machine may be busy. */
const LONGEST_SILENCE = 30_000;

export interface TryThread {
  /** Before anything else: what it is that will be tried. */
  about(): Promise<About>;
  ask(question: Question): Promise<Tried>;
  close(): Promise<void>;
}

/** @param module the worker's, in the instrumented copy. */
export function createTryThread(module: URL, data: ThreadData, clock: Clock): TryThread {
  let worker: Worker | undefined;
  const close = async (): Promise<void> => {
    await worker?.terminate();
    worker = undefined;
  };
  const begun = (): Worker => (worker ??= begin(module, data));
  const about = async (): Promise<About> => {
    const thread = begun();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage('about');
    const [message] = (await once(thread, 'message')) as [Message];
    assert(message.kind === 'about', 'it was asked about nothing else');
    return message.about;
  };
  const answer = async (question: Question): Promise<Tried> => {
    const thread = begun();
    return new Promise((resolve) => {
      const giveUp = (): void => end({ kind: 'hung' });
      let patience = clock.setTimer('word of a thread', LONGEST_SILENCE, giveUp);
      const onMessage = (message: Message): void => {
        patience.cancel();
        if (message.kind === 'answer') end({ kind: 'ran', seen: message.seen });
        else patience = clock.setTimer('word of a thread', LONGEST_SILENCE, giveUp);
      };
      const onError = (error: unknown): void => end({ kind: 'died', why: stackOf(error) });
      const onExit = (code: number): void =>
        end({ kind: 'died', why: `the thread ended itself with code ${code}` });
      const end = (tried: Tried): void => {
        patience.cancel();
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        resolve(tried);
      };
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(question);
    });
  };
  return {
    about,
    ask: async (question) => {
      const tried = await answer(question);
      if (tried.kind !== 'ran') await close();
      return tried;
    },
    close,
  };
}

function begin(module: URL, data: ThreadData): Worker {
  const worker = new Worker(module, { workerData: data });
  // One that is being ended may still fail, when nobody asks it anything.
  worker.on('error', () => undefined);
  return worker;
}

const MOST_LINES = 6;

function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.split('\n').slice(0, MOST_LINES).join('\n');
}
