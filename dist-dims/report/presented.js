import { escaped } from '../output/escape.js';
import { isTellingName, redactNames } from '../output/secret-names.js';
/** What identifies a check, a rule or a verdict is of our making, and stays. */
export function presented(result, how) {
    const word = wordOf(how);
    const words = (list) => list.map(word);
    const { cutShort, unreachable, waiverProblems, programs } = result;
    return {
        ...result,
        ...(cutShort === undefined ? {} : { cutShort: word(cutShort) }),
        ...(unreachable === undefined ? {} : { unreachable: word(unreachable) }),
        checks: presentedChecks(result.checks, how),
        ...(programs?.setAside ? { programs: { ...programs, setAside: words(programs.setAside) } } : {}),
        notRestored: words(result.notRestored),
        ...(waiverProblems === undefined ? {} : { waiverProblems: words(waiverProblems) }),
    };
}
export function presentedChecks(checks, how) {
    const word = wordOf(how);
    return checks.map((check) => ({
        ...check,
        ...(check.reason === undefined ? {} : { reason: word(check.reason) }),
        findings: check.findings.map((finding) => presentedFinding(finding, word)),
        trace: check.trace.map((record) => presentedRecord(record, how)),
        ...(check.program === undefined ? {} : { program: presentedProgram(check.program, how) }),
    }));
}
function wordOf({ secrets, readers }) {
    return readers === 'people' ? (text) => escaped(secrets.redact(text)) : (text) => secrets.redact(text);
}
function presentedFinding(finding, word) {
    const { expected, actual, where } = finding;
    return { ...finding, where: word(where), expected: word(expected), actual: word(actual) };
}
function presentedProgram(program, how) {
    const { steps, yaml, otherTrace } = program;
    return {
        ...program,
        steps: steps.map(wordOf(how)),
        yaml: how.secrets.redact(yaml),
        ...(otherTrace === undefined ? {} : { otherTrace: otherTrace.map((each) => presentedRecord(each, how)) }),
    };
}
/** Parts that hold what was on the wire. */
const WIRE_PARTS = new Set(['headers', 'body', 'data', 'parameters']);
/** Words of our own: where a secret happens to be one of them, it gives nothing away. */
const OWN_WORDS = new Set([
    'kind',
    'channel',
    'client',
    'connection',
    'what',
    'method',
    'state',
    'reason',
    'by',
]);
function presentedRecord(record, { secrets, isSecretName, readers }) {
    const isSecret = isSecretName ?? isTellingName;
    const clean = Object.entries(record).map(([name, value]) => {
        if (OWN_WORDS.has(name) || typeof value === 'number')
            return [name, value];
        if (WIRE_PARTS.has(name))
            return [name, secrets.redact(redactNames(value, isSecret))];
        const shown = secrets.redact(value);
        return [name, readers === 'people' ? escapedTexts(shown) : shown];
    });
    return Object.fromEntries(clean);
}
function escapedTexts(value) {
    if (typeof value === 'string')
        return escaped(value);
    return Array.isArray(value) ? value.map(escapedTexts) : value;
}
