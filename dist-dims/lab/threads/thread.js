// A thread of this program's own that answers questions one after the other. One that dies or does not answer is
// replaced at the next question; the question that it had is lost.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
/** The thread begins with the first question. */
export function createThread(options) {
    const { module, data, patience, clock, signal } = options;
    let worker;
    const close = async () => {
        await worker?.terminate();
        worker = undefined;
    };
    const lost = async (why) => {
        await close();
        return { kind: 'lost', why };
    };
    return {
        ask: async (question) => {
            if (signal.aborted)
                return lost('interrupted');
            worker ??= new Worker(module, { workerData: data });
            const giveUp = new AbortController();
            const timer = clock.setTimer('answer of a thread', patience, () => giveUp.abort());
            try {
                // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
                worker.postMessage(question);
                const [answer] = (await once(worker, 'message', {
                    signal: AbortSignal.any([signal, giveUp.signal]),
                }));
                return { kind: 'answer', answer };
            }
            catch (error) {
                if (signal.aborted)
                    return await lost('interrupted');
                const silent = `it took longer than ${patience / 1000} s`;
                return await lost(giveUp.signal.aborted ? silent : `its thread has died: ${String(error)}`);
            }
            finally {
                timer.cancel();
            }
        },
        close,
    };
}
