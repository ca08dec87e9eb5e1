// What runChecks throws when nothing could be checked for a reason that is not the target's.
import type { Diagnostic } from '../document/diagnostic.js';
import { diagnosticLines } from '../cli/print-diagnostics.js';

/** The message says what is wrong with the options, the profile or the scenarios, and what to do about it. */
export class ChecksRefused extends Error {
  override readonly name = 'ChecksRefused';

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnosticLines(diagnostics).join('\n'));
  }
}
