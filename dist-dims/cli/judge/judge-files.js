// Judges the traces of files by the laws that hold in every trace.
import { resolve } from 'node:path';
import { judge } from '../../harness/judge/judge.js';
import { worst } from '../../report/by-rule.js';
import { parseNdjson } from '../../trace/ndjson.js';
import { refuse } from '../../document/complaint.js';
import { readText, shownPath } from '../files.js';
/** The trace of a long run is much larger than what anybody writes by hand. */
const LARGEST_TRACE = 256 * 1024 * 1024;
export function judgeFiles(names, strict, cwd) {
    const read = names.map((name) => readTraces(name, cwd));
    const complaints = read.flatMap((each) => (each.ok ? [] : each.complaints));
    if (complaints.length > 0)
        return { ok: false, complaints };
    const stored = read.flatMap((each) => (each.ok ? each.value : []));
    const value = stored.map((trace) => judgeTrace(trace, strict));
    if (value.every(({ check }) => check.findings.length === 0))
        return refuse('there is nothing in these traces that a rule could be judged by');
    return { ok: true, value };
}
function readTraces(name, cwd) {
    const path = resolve(cwd, name);
    const text = readText(path, LARGEST_TRACE);
    if (!text.ok)
        return refuse(text.message);
    const read = parseNdjson(text.value, shownPath(path, cwd));
    if (read.ok)
        return read;
    const complaints = read.problems.map(({ file, line, message }) => {
        return { kind: 'words', message: `${file}:${line}  ${message}` };
    });
    return { ok: false, complaints };
}
function judgeTrace({ name, dropped, records }, strict) {
    const findings = judge(records, { strict, dropped });
    const check = {
        id: name,
        title: dropped === 0 ? 'a stored trace' : `a stored trace, of which ${dropped} records were lost`,
        area: 'trace',
        rules: [],
        verdict: verdictOf(findings),
        findings,
        attempts: 1,
        startedAt: records[0]?.at ?? 0,
        endedAt: records.at(-1)?.at ?? 0,
        trace: records,
    };
    return { check, dropped };
}
/** A trace that says nothing is not a good one. */
function verdictOf(findings) {
    const verdict = worst(findings.map((finding) => finding.verdict));
    return verdict === 'not checked' ? 'skipped' : verdict;
}
