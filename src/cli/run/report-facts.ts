// How each kind of report is written.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { githubAnnotations, githubSummary } from '../../report/github.js';
import { htmlReport } from '../../report/html/html.js';
import { jsonReport } from '../../report/json.js';
import { junitReport } from '../../report/junit.js';
import type { Reporter } from '../../report/report-context.js';
import type { ReportKind } from './report-kinds.js';
import { traceReport } from './trace-report.js';

export interface ReportKindFacts {
  readonly render: Reporter;
  /** Add to the file instead of replacing it. */
  readonly append?: boolean;
  /** Lines for stdout beside the file. */
  readonly announce?: (result: RunResult) => string;
}

const FACTS: Readonly<Record<ReportKind, ReportKindFacts>> = {
  junit: { render: junitReport },
  json: { render: jsonReport },
  html: { render: htmlReport },
  github: { render: githubSummary, append: true, announce: githubAnnotations },
  trace: { render: traceReport },
};

export function kindFacts(kind: ReportKind): ReportKindFacts {
  return FACTS[kind];
}
