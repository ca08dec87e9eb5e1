// Asks whoever sits at the terminal to do something to a device.
import { createInterface } from 'node:readline';
import type { Operator } from '../../harness/stimuli/drivers/prompt.js';
import type { Io } from '../io.js';

/** Undefined when there is nobody at a terminal. */
export function terminalOperator({ err }: Pick<Io, 'err'>): Operator | undefined {
  if (!process.stdin.isTTY || !err.isTerminal) return undefined;
  return {
    ask: (question, signal) =>
      new Promise((resolve) => {
        // No line editing: that would keep Ctrl-C from ending the run.
        const lines = createInterface({ input: process.stdin, terminal: false });
        const end = (answer: string | undefined): void => {
          signal.removeEventListener('abort', onAbort);
          lines.close();
          resolve(answer);
        };
        const onAbort = (): void => end(undefined);
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
