// Writes the reports of a run. One that cannot be written does not keep the others from being written.
import { resolve } from 'node:path';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../../report/report-context.js';
import { terminalReport } from '../../report/terminal/terminal.js';
import type { TerminalOptions } from '../../report/terminal/view.js';
import type { Complaint } from '../complaints.js';
import { appendText, writeText } from '../files.js';
import type { Io } from '../io.js';
import type { ReportRequest } from '../report-requests.js';
import { kindFacts } from './report-facts.js';
import type { ReportKind } from './report-kinds.js';

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 140;

/** What could not be written, and why. */
export async function writeReports(
  result: RunResult,
  context: ReportContext,
  requests: readonly ReportRequest<ReportKind>[],
  io: Io,
): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const onStdout = requests.find(({ path }) => path === '-');
  if (onStdout) io.out.write(kindFacts(onStdout.kind).render(result, context));
  else io.out.write(terminalReport(result, context, terminalOptions(io)));
  for (const { kind, path } of requests) {
    const { render, append, announce } = kindFacts(kind);
    if (announce) io.out.write(announce(result));
    if (path === '-') continue;
    const write = append === true ? appendText : writeText;
    const message = await write(resolve(io.cwd, path), render(result, context));
    if (message !== undefined) complaints.push({ kind: 'words', message: `the ${kind} report: ${message}` });
  }
  return complaints;
}

function terminalOptions({ out: { paint, columns } }: Io): TerminalOptions {
  return { paint, ...(columns === undefined ? {} : { width: Math.min(columns, WIDEST) }) };
}
