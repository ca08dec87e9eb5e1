// The formats of a run's reports.
import type { RunResult } from '../harness/verdict/verdict.js';
import type { Format } from './format.js';
import type { RunFormat } from './format-names.js';
import { githubAnnotations, githubSummary } from './github.js';
import { htmlReport } from './html/html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import type { ReportContext } from './report-context.js';
import { sarifReport } from './sarif.js';
import { traceReport } from './trace.js';

export const runFormats: Readonly<
  Record<RunFormat, Format<readonly [result: RunResult, context: ReportContext]>>
> = {
  junit: { syntax: 'xml', readers: 'people', file: 'replaced', render: junitReport },
  json: { syntax: 'json', readers: 'programs', file: 'replaced', render: jsonReport },
  html: { syntax: 'html', readers: 'people', file: 'replaced', render: htmlReport },
  github: {
    syntax: 'markdown',
    readers: 'people',
    file: 'continued',
    render: githubSummary,
    announce: githubAnnotations,
  },
  sarif: { syntax: 'json', readers: 'people', file: 'replaced', render: sarifReport },
  trace: { syntax: 'json', readers: 'programs', file: 'replaced', render: traceReport },
};
