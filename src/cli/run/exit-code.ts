// What a run came to, as an exit code.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { conclude } from '../../report/conclusion.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export function exitCodeOf(result: RunResult): ExitCode {
  const { kind } = conclude(result);
  return kind === 'error' ? EXIT.internal : EXIT[kind];
}
