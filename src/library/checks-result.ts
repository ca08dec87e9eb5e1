// What runChecks gives back: the verdicts as data, and every report as a text.
import type { CheckResult, Finding, RunResult } from '../harness/verdict/verdict.js';
import type { Secrets } from '../output/secrets.js';
import type { IsSecretName } from '../output/secret-names.js';
import { safeText } from '../output/writer.js';
import { type Conclusion, conclude } from '../report/conclusion.js';
import type { RunFormat } from '../report/format-names.js';
import { runFormats } from '../report/formats.js';
import { type Presentation, presented } from '../report/presented.js';
import type { ReportContext } from '../report/report-context.js';
import { terminalReport } from '../report/terminal/terminal.js';

export interface ChecksResult {
  /** Everything that was checked held, and something was checked. */
  readonly passed: boolean;
  readonly conclusion: Conclusion['kind'];
  /** The conclusion in a sentence. */
  readonly sentence: string;
  /** Every check, also those that were skipped, with what was seen. Secrets are replaced. */
  readonly checks: readonly CheckResult[];
  /** What breaks a stated rule, each with the check that found it. */
  readonly broken: readonly (Finding & { readonly check: string })[];
  /** What could not be put back, in words. */
  readonly notRestored: readonly string[];
  /** The report for people, without colours: the message of a failing test. */
  readonly text: string;
  /** A report in one of the formats of `conform run --report`. */
  report(format: RunFormat): string;
}

export interface ResultContext {
  readonly secrets: Secrets;
  readonly isSecretName: IsSecretName;
  readonly report: ReportContext;
}

export function checksResult(
  result: RunResult,
  { secrets, isSecretName, report }: ResultContext,
): ChecksResult {
  const shown = (readers: Presentation['readers']): RunResult =>
    presented(result, { secrets, isSecretName, readers });
  const { kind, sentence } = conclude(result);
  const data = shown('programs');
  return {
    passed: kind === 'passed',
    conclusion: kind,
    sentence,
    checks: data.checks,
    broken: data.checks.flatMap(({ id, findings }) =>
      findings.filter(({ verdict }) => verdict === 'fail').map((finding) => ({ ...finding, check: id })),
    ),
    notRestored: data.notRestored,
    get text() {
      return String(safeText(terminalReport(shown('people'), report), 'text', secrets));
    },
    report: (format) => {
      const { render, syntax, readers } = runFormats[format];
      return String(safeText(render(shown(readers), report), syntax, secrets));
    },
  };
}
