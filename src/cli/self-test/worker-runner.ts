// Runs trials in a thread of its own. A thread that dies or does not answer is replaced; its trial is lost.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../kernel/clock.js';
import type { RunTrial } from './run-trial.js';
import type { Trial, Tried } from './trial.js';

export interface WorkerRunner {
  readonly run: RunTrial;
  close(): Promise<void>;
}

/** A trial takes a second or two; ms of the machine's clock after which nothing is expected any more. */
const LONGEST_TRIAL = 120_000;

/** @param clock the machine's. @param signal stops the thread at once. */
export function createWorkerRunner(cwd: string, clock: Clock, signal: AbortSignal): WorkerRunner {
  let worker: Worker | undefined;
  const close = async (): Promise<void> => {
    await worker?.terminate();
    worker = undefined;
  };
  const lost = async (trial: Trial, why: string): Promise<Tried> => {
    await close();
    return { trial, checks: [], bugs: [why] };
  };
  const run: RunTrial = async (trial) => {
    if (signal.aborted) return lost(trial, 'interrupted');
    worker ??= new Worker(new URL('./worker.js', import.meta.url), { workerData: { cwd } });
    const giveUp = new AbortController();
    const timer = clock.setTimer('trial', LONGEST_TRIAL, () => giveUp.abort());
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(trial);
      const [tried] = (await once(worker, 'message', {
        signal: AbortSignal.any([signal, giveUp.signal]),
      })) as [Tried];
      return tried;
    } catch (error) {
      const silent = `it took longer than ${LONGEST_TRIAL / 1000} s`;
      return await lost(trial, giveUp.signal.aborted ? silent : `its thread has died: ${String(error)}`);
    } finally {
      timer.cancel();
    }
  };
  return { run, close };
}
