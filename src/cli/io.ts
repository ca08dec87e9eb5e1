// The program's mouth: stdout for what was asked for, stderr for progress, logs and complaints.
import { Chalk, supportsColor, supportsColorStderr } from 'chalk';
import { NO_PAINT, type Paint } from '../report/paint.js';

interface Outlet {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly paint: Paint;
}

export interface Io {
  readonly out: Outlet;
  readonly err: Outlet;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function processIo(): Io {
  const { env } = process;
  // What the no-color convention asks for; chalk itself honours --no-color and FORCE_COLOR.
  const colourless = (env['NO_COLOR'] ?? '') !== '';
  return {
    out: outlet(process.stdout, colourless || !supportsColor ? 0 : supportsColor.level),
    err: outlet(process.stderr, colourless || !supportsColorStderr ? 0 : supportsColorStderr.level),
    env,
    cwd: process.cwd(),
  };
}

function outlet(stream: NodeJS.WriteStream, level: 0 | 1 | 2 | 3): Outlet {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has seen enough (`conform run | head`): not a crash, and no reason to stop the run.
    if (error.code !== 'EPIPE') throw error;
    gone = true;
  });
  return {
    write: (text) => {
      if (!gone) stream.write(text);
    },
    isTerminal: stream.isTTY,
    get columns() {
      // A terminal without a size says 0.
      return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
    },
    paint: level === 0 ? NO_PAINT : paintOf(level),
  };
}

function paintOf(level: 1 | 2 | 3): Paint {
  const { bold, green, red, yellow, dim } = new Chalk({ level });
  // Chalk takes any number of texts: handed to `map` as it is, it would paint the index and the list, too.
  return {
    heading: (text) => bold(text),
    good: (text) => green(text),
    bad: (text) => red.bold(text),
    doubtful: (text) => yellow(text),
    quiet: (text) => dim(text),
  };
}

/** Resolves when everything written has left the process. */
export async function drained(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(flush));
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
