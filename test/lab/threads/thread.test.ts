// A thread that answers questions: what becomes of those that it cannot answer.
import { afterEach, describe, expect, it } from 'vitest';
import { createThread, type Thread } from '../../../src/lab/threads/thread.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

const LOST = /^its thread has died: Error: no\b/;

/** Doubles numbers by what it was given; throws at "die" and says nothing at "wait". */
const MODULE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    let asked = 0;
    parentPort.on('message', (question) => {
      if (question === 'die') throw new Error('no');
      if (question !== 'wait') parentPort.postMessage({ doubled: question * workerData, asked: ++asked });
    });`)}`,
);

interface Opened {
  readonly thread: Thread<unknown, unknown>;
  readonly clock: ManualClock;
  readonly interrupt: AbortController;
}

const open: Opened[] = [];
afterEach(async () => {
  for (const { thread } of open.splice(0)) await thread.close();
});

function opened(): Opened {
  const clock = createManualClock(0);
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const thread = createThread<unknown, unknown>({ module: MODULE, data: 2, patience: 1000, clock, signal });
  const all = { thread, clock, interrupt };
  open.push(all);
  return all;
}

describe('a thread', () => {
  it('answers one question after the other, with what it was given at its beginning', async () => {
    const { thread } = opened();
    expect(await thread.ask(4)).toEqual({ kind: 'answer', answer: { doubled: 8, asked: 1 } });
    expect(await thread.ask(5)).toEqual({ kind: 'answer', answer: { doubled: 10, asked: 2 } });
  });

  it('that dies loses its question, and another takes its place', async () => {
    const { thread } = opened();
    expect(await thread.ask('die')).toEqual({ kind: 'lost', why: expect.stringMatching(LOST) as unknown });
    expect(await thread.ask(4)).toEqual({ kind: 'answer', answer: { doubled: 8, asked: 1 } });
  });

  it('that does not answer in time loses its question', async () => {
    const { thread, clock } = opened();
    const answered = thread.ask('wait');
    await clock.advance(1000);
    expect(await answered).toEqual({ kind: 'lost', why: 'it took longer than 1 s' });
  });

  it('ends at an interrupt, and takes no question any more', async () => {
    const { thread, interrupt } = opened();
    const answered = thread.ask('wait');
    interrupt.abort();
    expect(await answered).toEqual({ kind: 'lost', why: 'interrupted' });
    expect(await thread.ask(4)).toEqual({ kind: 'lost', why: 'interrupted' });
  });
});
