// Runs trials in a thread of its own. A trial whose thread dies or does not answer is lost.
import { createThread } from '../threads/thread.js';
/** A trial takes a second or two; ms of the machine's clock after which nothing is expected any more. */
const LONGEST_TRIAL = 120_000;
export function createWorkerRunner(options) {
    const thread = createThread({
        ...options,
        patience: LONGEST_TRIAL,
    });
    return {
        run: async (trial) => {
            const answered = await thread.ask(trial);
            return answered.kind === 'answer' ? answered.answer : { trial, checks: [], bugs: [answered.why] };
        },
        close: thread.close,
    };
}
