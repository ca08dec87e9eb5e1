// Asks whoever sits at the terminal to do something to a device.
import { createInterface } from 'node:readline';
/** Undefined when there is nobody at a terminal. */
export function terminalOperator({ err }) {
    if (!process.stdin.isTTY || !err.isTerminal)
        return undefined;
    return {
        ask: (question, signal) => new Promise((resolve) => {
            // No line editing: that would keep Ctrl-C from ending the run.
            const lines = createInterface({ input: process.stdin, terminal: false });
            const end = (answer) => {
                signal.removeEventListener('abort', onAbort);
                lines.close();
                resolve(answer);
            };
            const onAbort = () => end(undefined);
            signal.addEventListener('abort', onAbort, { once: true });
            lines.once('line', end);
            lines.once('close', () => end(undefined));
            // Removes the progress line, which comes back by itself.
            err.eraseLine();
            err.ring();
            err.write(err.paint.heading(question));
        }),
    };
}
