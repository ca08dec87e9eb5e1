// One way out of the program. What goes through it has been looked through by the writer, whoever wrote it.
import { Chalk } from 'chalk';
import type { Secrets } from '../output/secrets.js';
import { safeText, type Syntax, workflowCommands } from '../output/writer.js';
import { NO_PAINT, type Paint } from '../report/paint.js';

export interface Outlet {
  /** Text for people. */
  write(text: string): void;
  /** A whole document in a syntax of its own. */
  document(text: string, syntax: Syntax): void;
  /** Commands to the service that runs the build, each a line. */
  commands(text: string): void;
  /** Secrets that are for whoever started the program: a token that it has just made. */
  disclose(text: string): void;
  /** Removes the line that the cursor is in, on a terminal. */
  eraseLine(): void;
  /** Removes all that stands on a terminal. */
  clear(): void;
  /** On a terminal. */
  ring(): void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly paint: Paint;
}

/** Where an outlet leads. */
export interface Sink {
  put(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** Of colours; 0 is none. */
  readonly level: 0 | 1 | 2 | 3;
}

const ERASE_LINE = '\r\u001b[2K';
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
const BELL = '\u0007';
const NOTHING_SECRET: Pick<Secrets, 'mask'> = { mask: (text) => text };

export function createOutlet(sink: Sink, secrets: Secrets): Outlet {
  const { level, isTerminal } = sink;
  const syntax = level === 0 ? 'text' : 'painted';
  const control = (sequence: string): void => {
    if (isTerminal) sink.put(sequence);
  };
  return {
    write: (text) => sink.put(safeText(text, syntax, secrets)),
    document: (text, of) => sink.put(safeText(text, of, secrets)),
    disclose: (text) => sink.put(safeText(text, syntax, NOTHING_SECRET)),
    commands: (text) => sink.put(workflowCommands(text, secrets)),
    eraseLine: () => control(ERASE_LINE),
    clear: () => control(CLEAR),
    ring: () => control(BELL),
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
