// What the sections of the report are made from.
import type { Paint } from '../paint.js';
import type { RepeatContext } from '../report-context.js';

export interface TerminalOptions {
  readonly paint?: Paint;
  /** Columns of the terminal. */
  readonly width?: number;
}

/** What the sections are made from. */
export interface TerminalView extends Required<TerminalOptions> {
  readonly context: RepeatContext;
}
