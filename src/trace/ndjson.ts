// A trace as a file: one JSON value a line. The first line says what the file is, and each trace in it begins
// with a line of its own, since one run has a trace for each check.
import * as z from 'zod';
import { isObject, jsonIn } from '../kernel/json.js';
import { type TraceRecord, traceRecord } from './record.js';

const TRACE_FORMAT = 'conform-trace/1';

/** The trace of one check, or of one recording. */
export interface StoredTrace {
  readonly name: string;
  /** Records that were lost: nothing follows from what is missing. */
  readonly dropped: number;
  readonly records: readonly TraceRecord[];
}

export interface TraceProblem {
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadTraces =
  | { readonly ok: true; readonly value: readonly StoredTrace[] }
  | { readonly ok: false; readonly problems: readonly TraceProblem[] };

export function toNdjson(traces: readonly StoredTrace[]): string {
  const lines = traces.flatMap(({ name, dropped, records }) => [{ trace: name, dropped }, ...records]);
  return [{ format: TRACE_FORMAT }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const opening = z.strictObject({ trace: z.string(), dropped: z.int().min(0).default(0) });

/** After so many bad lines, the rest of the file says nothing new. */
const MOST_PROBLEMS = 20;

export function parseNdjson(text: string, file: string): ReadTraces {
  const problems: TraceProblem[] = [];
  const traces: { name: string; dropped: number; records: TraceRecord[] }[] = [];
  const lines = text.split('\n').map((line, at) => ({ line: at + 1, text: line.replace(/\r$/, '') }));
  const [head, ...rest] = lines.filter((line) => line.text.trim() !== '');
  const wrongHead = headProblem(head?.text);
  if (wrongHead !== undefined)
    return { ok: false, problems: [{ file, line: head?.line ?? 1, message: wrongHead }] };
  for (const { line, text: json } of rest) {
    const read = readLine(json);
    if (!read.ok) problems.push({ file, line, message: read.message });
    else if (read.kind === 'opening') traces.push({ ...read.value, records: [] });
    else if (traces.length === 0) problems.push({ file, line, message: 'a record before any trace begins' });
    else traces.at(-1)?.records.push(read.value);
    if (problems.length === MOST_PROBLEMS) break;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: traces };
}

function headProblem(text: string | undefined): string | undefined {
  if (text === undefined) return 'the file is empty';
  const head = jsonIn(text);
  const format = isObject(head) ? head['format'] : undefined;
  if (format === TRACE_FORMAT) return undefined;
  if (typeof format === 'string' && format.startsWith('conform-trace/'))
    return `the format is ${format}, and this program reads ${TRACE_FORMAT}`;
  return `no trace: the first line of one is {"format":"${TRACE_FORMAT}"}`;
}

type ReadLine =
  | { readonly ok: true; readonly kind: 'opening'; readonly value: { name: string; dropped: number } }
  | { readonly ok: true; readonly kind: 'record'; readonly value: TraceRecord }
  | { readonly ok: false; readonly message: string };

function readLine(text: string): ReadLine {
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, message: 'the line is not JSON; perhaps it is cut off' };
  if (isObject(value) && 'trace' in value && !('kind' in value)) {
    const read = opening.safeParse(value);
    if (!read.success) return { ok: false, message: wordsOf(read.error) };
    const { trace: name, dropped } = read.data;
    return { ok: true, kind: 'opening', value: { name, dropped } };
  }
  const read = recordIn(value);
  return read.ok ? { ...read, kind: 'record' } : read;
}

/** A record, or what is wrong with it. */
export function recordIn(
  value: unknown,
): { readonly ok: true; readonly value: TraceRecord } | { readonly ok: false; readonly message: string } {
  const read = traceRecord.safeParse(value);
  return read.success ? { ok: true, value: read.data } : { ok: false, message: wordsOf(read.error) };
}

/** The first diagnostic; the others about the same line usually follow from it. */
function wordsOf({ issues }: z.ZodError): string {
  const [first] = issues;
  const place = first?.path.map(String).join('.') ?? '';
  if (first?.code === 'invalid_union' && place === 'kind') return 'kind: none that a record of a trace has';
  return `${place === '' ? 'the line' : place}: ${first?.message ?? 'not as expected'}`;
}
