// The other end of a thread: takes questions from the main thread, and gives back an answer to each.
import { parentPort } from 'node:worker_threads';
import { assert } from '../../kernel/assert.js';
/** What `answer` throws ends the thread, and the main thread hears of it. */
export function answerQuestions(answer) {
    const port = parentPort;
    assert(port, 'this file runs in a thread of its own');
    port.on('message', (question) => {
        void answer(question).then((given) => port.postMessage(given));
    });
}
