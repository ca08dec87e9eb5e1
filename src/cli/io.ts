// What the program has of its process: stdout for what was asked for, stderr for progress, logs and diagnostics, the
// environment, the folder. Nothing else writes to the process's streams.
import { supportsColor, supportsColorStderr } from 'chalk';
import type { Clock } from '../kernel/clock.js';
import { createSecrets, type Secrets } from '../output/secrets.js';
import { createOutlet, type Outlet, type Sink } from './outlet.js';

export interface Io {
  readonly out: Outlet;
  readonly err: Outlet;
  /** What nothing that is written may show. */
  readonly secrets: Secrets;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function processIo(): Io {
  const { env } = process;
  const secrets = createSecrets();
  // What the no-color convention asks for; chalk itself honours --no-color and FORCE_COLOR.
  const colourless = (env['NO_COLOR'] ?? '') !== '';
  const levelOf = (colours: typeof supportsColor): Sink['level'] =>
    colourless || !colours ? 0 : colours.level;
  return {
    out: createOutlet(sinkOf(process.stdout, levelOf(supportsColor)), secrets),
    err: createOutlet(sinkOf(process.stderr, levelOf(supportsColorStderr)), secrets),
    secrets,
    env,
    cwd: process.cwd(),
  };
}

function sinkOf(stream: NodeJS.WriteStream, level: Sink['level']): Sink {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has seen enough (`conform run | head`): not a crash, and no reason to stop the run.
    if (error.code !== 'EPIPE') throw error;
    gone = true;
  });
  return {
    put: (text) => {
      if (!gone) stream.write(text);
    },
    isTerminal: stream.isTTY,
    get columns() {
      // A terminal without a size says 0.
      return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
    },
    level,
  };
}

/** Resolves when everything written has left the process. */
export async function drained(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(flush));
}

/** The same for a limited time (ms of the clock): a reader that has stopped holds up nothing. Whether all has left. */
export async function drainedWithin(clock: Pick<Clock, 'setTimer'>, time: number): Promise<boolean> {
  let over = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    over = () => resolve(false);
  });
  const timer = clock.setTimer('readers of what is printed', time, over);
  try {
    return await Promise.race([drained().then(() => true), late]);
  } finally {
    timer.cancel();
  }
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
