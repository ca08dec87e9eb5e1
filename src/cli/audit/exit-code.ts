// What an audit came to, as an exit code. What nobody demanded may stay undecided.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export function exitCodeOfAudit(result: RunResult, required: readonly RuleId[]): ExitCode {
  const { checks, unreachable, waiverProblems = [], cutShort } = result;
  if (unreachable !== undefined) return EXIT.unreachable;
  if (checks.some(({ verdict }) => verdict === 'fail') || waiverProblems.length > 0) return EXIT.broken;
  if (checks.some(({ verdict }) => verdict === 'error')) return EXIT.internal;
  const isOpen = checks.some(({ area, rules, verdict }) => {
    const isUndecided = verdict === 'inconclusive' || verdict === 'skipped';
    return isUndecided && (area === 'days' || rules.some((id) => required.includes(id)));
  });
  return isOpen || cutShort !== undefined ? EXIT.undecided : EXIT.passed;
}
