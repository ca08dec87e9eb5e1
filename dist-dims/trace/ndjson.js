// A trace as a file: one JSON value a line. The first line says what the file is, and each trace in it begins
// with a line of its own, since one run has a trace for each check.
import { z } from 'zod';
import { isObject, jsonIn } from '../kernel/json.js';
import { traceRecord } from './record-schema.js';
const TRACE_FORMAT = 'conform-trace/1';
export function toNdjson(traces) {
    const lines = traces.flatMap(({ name, dropped, records }) => [{ trace: name, dropped }, ...records]);
    return [{ format: TRACE_FORMAT }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}
const opening = z.strictObject({ trace: z.string(), dropped: z.int().min(0).default(0) });
/** After so many bad lines, the rest of the file says nothing new. */
const MOST_PROBLEMS = 20;
export function parseNdjson(text, file) {
    const problems = [];
    const traces = [];
    const lines = text.split('\n').map((line, at) => ({ line: at + 1, text: line.replace(/\r$/, '') }));
    const [head, ...rest] = lines.filter((line) => line.text.trim() !== '');
    const wrongHead = headProblem(head?.text);
    if (wrongHead !== undefined)
        return { ok: false, problems: [{ file, line: head?.line ?? 1, message: wrongHead }] };
    for (const { line, text: json } of rest) {
        const read = readLine(json);
        if (!read.ok)
            problems.push({ file, line, message: read.message });
        else if (read.kind === 'opening')
            traces.push({ ...read.value, records: [] });
        else if (traces.length === 0)
            problems.push({ file, line, message: 'a record before any trace begins' });
        else
            traces.at(-1)?.records.push(read.value);
        if (problems.length === MOST_PROBLEMS)
            break;
    }
    return problems.length > 0 ? { ok: false, problems } : { ok: true, value: traces };
}
function headProblem(text) {
    if (text === undefined)
        return 'the file is empty';
    const head = jsonIn(text);
    const format = isObject(head) ? head['format'] : undefined;
    if (format === TRACE_FORMAT)
        return undefined;
    if (typeof format === 'string' && format.startsWith('conform-trace/'))
        return `the format is ${format}, and this program reads ${TRACE_FORMAT}`;
    return `no trace: the first line of one is {"format":"${TRACE_FORMAT}"}`;
}
function readLine(text) {
    const value = jsonIn(text);
    if (value === undefined)
        return { ok: false, message: 'the line is not JSON; perhaps it is cut off' };
    if (isObject(value) && 'trace' in value && !('kind' in value)) {
        const read = opening.safeParse(value);
        if (!read.success)
            return { ok: false, message: wordsOf(read.error) };
        const { trace: name, dropped } = read.data;
        return { ok: true, kind: 'opening', value: { name, dropped } };
    }
    const read = recordIn(value);
    return read.ok ? { ...read, kind: 'record' } : read;
}
/** A record, or what is wrong with it. */
export function recordIn(value) {
    const read = traceRecord.safeParse(value);
    return read.success ? { ok: true, value: read.data } : { ok: false, message: wordsOf(read.error) };
}
/** The first complaint; the others about the same line usually follow from it. */
function wordsOf({ issues }) {
    const [first] = issues;
    const place = first?.path.map(String).join('.') ?? '';
    if (first?.code === 'invalid_union' && place === 'kind')
        return 'kind: none that a record of a trace has';
    return `${place === '' ? 'the line' : place}: ${first?.message ?? 'not as expected'}`;
}
