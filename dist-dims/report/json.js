import { reportByRule, unobservableReason } from './by-rule.js';
import { conclude } from './conclusion.js';
import { REPORT_FORMAT } from './json-schema.js';
import { leftUncheckedIn } from './left-unchecked.js';
import { redact } from './redact.js';
export function jsonReport(result, context) {
    return `${JSON.stringify(jsonData(result, context), null, 2)}\n`;
}
function jsonData(result, { version, speed }) {
    const { kind, sentence } = conclude(result);
    return {
        format: REPORT_FORMAT,
        version,
        target: result.target,
        dialect: result.dialect,
        seed: result.seed,
        startedAt: new Date(result.startedAt).toISOString(),
        duration: rounded(result.endedAt - result.startedAt),
        speed,
        roundTrip: rounded(result.roundTrip),
        conclusion: kind,
        sentence,
        ...(result.cutShort === undefined ? {} : { cutShort: result.cutShort }),
        ...(result.unreachable === undefined ? {} : { unreachable: result.unreachable }),
        ...leftUncheckedData(result),
        notRestored: [...result.notRestored],
        ...(result.waiverProblems === undefined ? {} : { waiverProblems: [...result.waiverProblems] }),
        ...(result.programs === undefined ? {} : { programs: programCounts(result.programs) }),
        ...(result.leastTime === undefined ? {} : { leastTime: leastTimeData(result.leastTime) }),
        rules: reportByRule(result).map(({ rule, verdict, checks }) => {
            const { id, basis, section, sentence: words } = rule;
            const on = checks.map((each) => ({ id: each.check.id, verdict: each.verdict }));
            const why = unobservableReason(id, verdict);
            const reason = why === undefined ? {} : { unobservable: why };
            return { id, basis, section, sentence: words, verdict, ...reason, checks: on };
        }),
        checks: result.checks.map((check) => checkData(check, result.startedAt)),
    };
}
function leftUncheckedData(result) {
    const left = leftUncheckedIn(result);
    return left
        ? { leftUnchecked: { option: left.option, rules: [...left.rules], inPart: [...left.inPart] } }
        : {};
}
function checkData(check, runStart) {
    return {
        id: check.id,
        area: check.area,
        title: check.title,
        verdict: check.verdict,
        ...(check.reason === undefined ? {} : { reason: check.reason }),
        rules: [...check.rules],
        ...(check.place === undefined ? {} : { file: check.place.file, line: check.place.line }),
        attempts: check.attempts,
        startedAfter: rounded(check.startedAt - runStart),
        duration: rounded(check.endedAt - check.startedAt),
        findings: check.findings.map((finding) => ({ ...finding, exchanges: [...finding.exchanges] })),
        ...(check.dropped === undefined || check.dropped === 0 ? {} : { dropped: check.dropped }),
        ...(check.program === undefined ? {} : { program: programData(check, check.program) }),
        ...(check.verdict === 'pass' ? {} : { trace: traceData(check) }),
    };
}
function programData({ startedAt }, { index, operations, steps, yaml, otherTrace }) {
    const other = otherTrace === undefined ? {} : { otherTrace: traceData({ trace: otherTrace, startedAt }) };
    return { index, operations, steps: [...steps], yaml, ...other };
}
function traceData(check) {
    return check.trace.map((record) => {
        const { kind, seq, at, ...rest } = record;
        return { seq, at: rounded(at - check.startedAt), kind, ...redact(rest) };
    });
}
function leastTimeData({ time, because }) {
    return { time: rounded(time), because };
}
function programCounts({ took, setAside, ...counts }) {
    return { ...counts, took: rounded(took), ...(setAside ? { setAside: [...setAside] } : {}) };
}
const rounded = (ms) => Number(ms.toFixed(1));
