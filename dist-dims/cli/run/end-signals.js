// The signals that end a run, and what is said when it ends without having put everything back.
import { createSystemClock } from '../../kernel/system-clock.js';
import { createRunEnding } from './ending.js';
/** SIGBREAK is Ctrl-Break of Windows; SIGHUP comes when a terminal is closed, on Windows as well. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
/**
 * @param say prints a line for people, wherever the cursor is.
 * @param restoreLine what puts back what is left; undefined when nothing can be left.
 */
export function listenForEnd(io, say, words, restoreLine) {
    const lastWords = () => {
        if (restoreLine !== undefined)
            io.err.write(`\nSomething may be left switched. To put it back: ${restoreLine}\n`);
    };
    const endNow = (name) => {
        stop();
        lastWords();
        endBy(name);
    };
    const ending = createRunEnding({ clock: createSystemClock(), words, announce: say, endNow });
    // A bug ends the process, too.
    process.on('exit', lastWords);
    for (const name of SIGNALS)
        process.on(name, ending.receive);
    const stop = () => {
        process.off('exit', lastWords);
        for (const name of SIGNALS)
            process.off(name, ending.receive);
        ending.dispose();
    };
    return { ending, dispose: stop };
}
/** Without a handler of ours the signal ends the process, and the shell sees by which. */
export function endBy(name) {
    process.kill(process.pid, name);
}
