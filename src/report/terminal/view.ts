// What the sections of the report are made from.
import type { CheckResult } from '../../harness/verdict/verdict.js';
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

/** Never begun, though nothing was in its way but the end of the run. */
export function isBlank({ verdict, attempts }: CheckResult): boolean {
  return verdict === 'inconclusive' && attempts === 0;
}
