// Writes reports. One that cannot be written does not keep the others from being written.
import { resolve } from 'node:path';
import type { Complaint } from '../document/complaint.js';
import type { Format } from '../report/format.js';
import { appendText, writeText } from './files.js';
import type { Io } from './io.js';
import type { ReportRequest } from './report-requests.js';

export interface Reported<K extends string, Seen extends readonly unknown[]> {
  readonly formats: Readonly<Record<K, Format<Seen>>>;
  /** What the reports are of. */
  readonly seen: Seen;
  /** Renders what stdout shows where no report goes there. */
  readonly forPeople: () => string;
}

/** What could not be written, and why. */
export async function writeReports<K extends string, Seen extends readonly unknown[]>(
  requests: readonly ReportRequest<K>[],
  { formats, seen, forPeople }: Reported<K, Seen>,
  io: Io,
): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const onStdout = requests.find(({ path }) => path === '-');
  io.out.write(onStdout ? formats[onStdout.kind].render(...seen) : forPeople());
  for (const { kind, path } of requests) {
    const { file, render, announce } = formats[kind];
    if (announce) io.out.write(announce(...seen));
    if (path === '-') continue;
    const write = file === 'continued' ? appendText : writeText;
    const message = await write(resolve(io.cwd, path), render(...seen));
    if (message !== undefined) complaints.push({ kind: 'words', message: `the ${kind} report: ${message}` });
  }
  return complaints;
}
