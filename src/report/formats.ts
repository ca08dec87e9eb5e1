// The formats of a run's reports: how each is rendered, and what becomes of the file that it goes to.
import type { RunResult } from '../harness/verdict/verdict.js';
import type { Syntax } from '../output/writer.js';
import { toNdjson } from '../trace/ndjson.js';
import type { RunFormat } from './format-names.js';
import { githubAnnotations, githubSummary } from './github.js';
import { htmlReport } from './html/html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import type { Presentation } from './presented.js';
import type { ReportContext } from './shell.js';
import { sarifReport } from './sarif.js';

// A format that reports can be written in: how it is rendered, and what becomes of the file that it goes to.

/** Rendered from nothing but `Seen`: a result, and what has to be known beside it. */
export interface Format<Seen extends readonly unknown[]> {
  /** Decides how a character is escaped. */
  readonly syntax: Syntax;
  readonly readers: Presentation['readers'];
  /** `replaced`: the file holds this report only. `continued`: it is added to what others have written. */
  readonly file: 'replaced' | 'continued';
  readonly render: (...seen: Seen) => string;
  /** Lines for stdout beside the file. */
  readonly announce?: (...seen: Seen) => string;
}

// The formats of a run's reports.

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

// `--report trace=path`: all that was seen in a run, check by check, for `conform judge`.

export function traceReport({ checks }: RunResult): string {
  const seen = checks.filter(({ trace }) => trace.length > 0);
  return toNdjson(seen.map(({ id, trace, dropped = 0 }) => ({ name: id, dropped, records: trace })));
}
