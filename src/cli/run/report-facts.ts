// `--report kind=path`: which reports are wanted, and where they go.
import { closest } from '../../kernel/closest.js';
import type { RunResult } from '../../harness/verdict.js';
import { githubAnnotations, githubSummary } from '../../report/github.js';
import { htmlReport } from '../../report/html/html.js';
import { jsonReport } from '../../report/json.js';
import { junitReport } from '../../report/junit.js';
import type { Reporter } from '../../report/report-context.js';
import { type Complaint, type Outcome, refuse } from '../complaints.js';
import { REPORT_KINDS, type ReportKind } from './report-kinds.js';
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

export interface ReportRequest {
  readonly kind: ReportKind;
  /** `-` is stdout, in place of the report for people. */
  readonly path: string;
}

export function parseReportRequests(texts: readonly string[]): Outcome<ReportRequest[]> {
  const parsed = texts.map(parseReportRequest);
  const complaints: Complaint[] = parsed.flatMap((each) => (each.ok ? [] : each.complaints));
  if (complaints.length > 0) return { ok: false, complaints };
  const value = parsed.flatMap((each) => (each.ok ? [each.value] : []));
  if (value.filter(({ path }) => path === '-').length > 1)
    return refuse('only one report can go to stdout (-)');
  return { ok: true, value };
}

function parseReportRequest(text: string): Outcome<ReportRequest> {
  const at = text.indexOf('=');
  const [name, path] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const kind = REPORT_KINDS.find((each) => each === name);
  if (kind === undefined) {
    const near = closest(name, REPORT_KINDS);
    const hint = near === undefined ? `Kinds: ${REPORT_KINDS.join(', ')}.` : `Did you mean "${near}"?`;
    return refuse(`--report ${text}: there is no report of kind "${name}"`, hint);
  }
  if (path === '') return refuse(`--report ${text}: no path is given`, `Write it as --report ${kind}=PATH.`);
  return { ok: true, value: { kind, path } };
}

export function kindFacts(kind: ReportKind): ReportKindFacts {
  return FACTS[kind];
}
