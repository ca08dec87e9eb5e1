// What the program has of its process: stdout for what was asked for, stderr for progress, logs and diagnostics, the
// environment, the folder. Nothing else writes to the process's streams.
import { Chalk, supportsColor, supportsColorStderr } from 'chalk';
import type { Clock } from '../kernel/clock.js';
import { within } from '../kernel/within.js';
import { createSecrets, type Secrets } from '../output/secrets.js';
import { NOTHING_SECRET, safeText, type Syntax, workflowCommands } from '../output/writer.js';
import { NO_PAINT, type Paint } from '../report/layout.js';
import { EXIT } from './exit-codes.js';
import { systemWords } from './files.js';

export interface Io {
  readonly out: Outlet;
  readonly err: Outlet;
  /** What nothing that is written may show. */
  readonly secrets: Secrets;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The program's own. */
export function processIo() {
  const { env } = process;
  const secrets = createSecrets();
  // What the no-color convention asks for; chalk itself honours --no-color and FORCE_COLOR.
  const colourless = (env['NO_COLOR'] ?? '') !== '';
  const levelOf = (colours: typeof supportsColor): Sink['level'] =>
    colourless || !colours ? 0 : colours.level;
  const err = createOutlet(
    sinkOf(process.stderr, levelOf(supportsColorStderr), () => undefined),
    secrets,
  );
  let cut = false;
  const onCut = (error: Error): void => {
    cut = true;
    err.write(`${err.paint.bad('error:')} cannot write what is printed: ${systemWords(error)}\n`);
  };
  return {
    out: createOutlet(sinkOf(process.stdout, levelOf(supportsColor), onCut), secrets),
    err,
    /** Whether a part of what was asked for could not be written, as on a full disk. */
    isCut: () => cut,
    secrets,
    env,
    cwd: startFolder(err),
  };
}

/** Ends the program where the folder in which it was started is gone: no path means anything then. */
function startFolder(err: Outlet): string {
  try {
    return process.cwd();
  } catch {
    err.write(`${err.paint.bad('error:')} the folder in which conform was started is not there any more\n`);
    err.write('  Change into another one and start it again.\n');
    return process.exit(EXIT.usage);
  }
}

/** @param onCut what is written from now on is lost. */
function sinkOf(stream: NodeJS.WriteStream, level: Sink['level'], onCut: (error: Error) => void): Sink {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Where the reader has seen enough (`conform run | head`), nothing is wrong. A disk that is full is no reason to
    // stop a run or a service either, and is told.
    if (!gone && error.code !== 'EPIPE') onCut(error);
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
  const all = drained().then(() => true);
  return (await within(clock, time, all)) ?? false;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}

// One way out of the program. What goes through it has been looked through by the writer, whoever wrote it.

type Outlet = ReturnType<typeof createOutlet>;

/** Where an outlet leads. */
interface Sink {
  put(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** Of colours; 0 is none. */
  readonly level: 0 | 1 | 2 | 3;
}

const ERASE_LINE = '\r\u001b[2K';
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
const BELL = '\u0007';

export function createOutlet(sink: Sink, secrets: Secrets) {
  const { level, isTerminal } = sink;
  const syntax = level === 0 ? 'text' : 'painted';
  const control = (sequence: string): void => {
    if (isTerminal) sink.put(sequence);
  };
  return {
    /** Text for people. */
    write: (text: string): void => sink.put(safeText(text, syntax, secrets)),
    /** A whole document in a syntax of its own. */
    document: (text: string, of: Syntax): void => sink.put(safeText(text, of, secrets)),
    /** Secrets that are for whoever started the program: a token that it has just made. */
    disclose: (text: string): void => sink.put(safeText(text, syntax, NOTHING_SECRET)),
    /** Commands to the service that runs the build, each a line. */
    commands: (text: string): void => sink.put(workflowCommands(text, secrets)),
    /** Removes the line that the cursor is in, on a terminal. */
    eraseLine: (): void => control(ERASE_LINE),
    /** Removes all that stands on a terminal. */
    clear: (): void => control(CLEAR),
    /** On a terminal. */
    ring: (): void => control(BELL),
    isTerminal,
    get columns() {
      return sink.columns;
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
