import { placeWords } from '../finding-place.js';
import { labelled, plural, wrap } from '../layout.js';
import { repeatCommand } from '../shell.js';
import { paintVerdict, verdictWord } from '../verdict-words.js';
import { exchangeLines } from './exchange-lines.js';
import { leadUpLines } from './lead-up-lines.js';
/** Checks under one rule, and findings of one check, that are shown in full; the rest is counted. */
const MOST_CASES = 3;
const INDENT = 4;
const LABEL = 11;
const HEADINGS = {
    fail: 'Broken rules',
    warn: 'Warnings: rules that the interface implies, but does not state',
    waived: 'Waived: breaches that the profile bears with',
    inconclusive: 'Not decided',
};
/** One section for each kind of problem that there is, the worst first. */
export function problemSections(result, rules, view) {
    const ofKind = (kind) => {
        const blocks = [
            ...rules.flatMap((rule) => ruleBlock(rule, kind, result, view)),
            ...unruled(result, kind, view),
        ];
        if (blocks.length === 0)
            return [];
        return [paintVerdict(kind, HEADINGS[kind], view.paint), ...blocks.flatMap((block) => ['', ...block])];
    };
    return [
        harnessErrors(result, view),
        ofKind('fail'),
        ofKind('warn'),
        ofKind('waived'),
        ofKind('inconclusive'),
    ];
}
function ruleBlock({ rule, checks }, kind, result, view) {
    const cases = checks
        .map(({ check, findings }) => ({
        check,
        findings: findings.filter(({ verdict }) => verdict === kind && !isOutdone(kind, findings)),
    }))
        .filter(({ findings }) => findings.length > 0);
    if (cases.length === 0)
        return [];
    const word = paintVerdict(kind, verdictWord(kind), view.paint);
    const origin = view.paint.quiet(`${rule.basis}, section "${rule.section}"`);
    const rest = cases.slice(MOST_CASES).map(({ check }) => check.id);
    const more = `and in ${plural(rest.length, 'more check')}: ${rest.join(', ')}`;
    return [
        [
            `  ${word}  ${view.paint.heading(rule.id)}  ${origin}`,
            ...wrap(rule.sentence, view.width - INDENT).map((line) => `${' '.repeat(INDENT)}${line}`),
            ...cases.slice(0, MOST_CASES).flatMap((each) => ['', ...caseLines(each, result, view)]),
            ...(rest.length === 0 ? [] : ['', ...labelled('', more, INDENT, 0, view.width)]),
        ],
    ];
}
/** What one finding has left open and another one of the same check and rule has settled. */
function isOutdone(kind, findings) {
    return kind === 'inconclusive' && findings.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}
function caseLines({ check, findings }, result, view) {
    const rest = findings.length - MOST_CASES;
    return [
        ...labelled('check', `${check.id}: ${check.title}`, INDENT, LABEL, view.width),
        ...(check.about === undefined ? [] : labelled('about', check.about, INDENT, LABEL, view.width)),
        ...findings
            .slice(0, MOST_CASES)
            .flatMap((finding, at) => [...(at === 0 ? [] : ['']), ...findingLines(check, finding, view)]),
        ...(rest > 0
            ? labelled('', `${plural(rest, 'more finding')} of this check`, INDENT, LABEL, view.width)
            : []),
        ...programLines(check, view),
        repeatLine(check, result, view),
    ];
}
/** The drawn part of the smallest program: what is before and after it is the same in all programs. */
function programLines({ program }, view) {
    if (!program)
        return [];
    const title = `shrunk to ${plural(program.operations, 'operation')}:`;
    return [
        ...labelled('program', title, INDENT, LABEL, view.width),
        ...program.steps.flatMap((step) => labelled('', step, INDENT, LABEL, view.width)),
    ];
}
function findingLines(check, finding, view) {
    const line = (label, text) => labelled(label, text, INDENT, LABEL, view.width);
    return [
        ...line('where', placeWords(check, finding)),
        ...line('expected', finding.expected),
        ...line('actual', finding.actual),
        ...[...leadUpLines(check, finding, view), ...exchangeLines(check, finding, view)].map((text) => `${' '.repeat(INDENT)}${text}`),
    ];
}
/** Never wrapped: it is there to be copied. */
function repeatLine(check, { seed }, { context }) {
    const command = context.repeatWith ?? repeatCommand([check], seed, context);
    return `${' '.repeat(INDENT)}${'repeat'.padEnd(LABEL)}${command}`;
}
/** Checks with this verdict and no finding of it: a precondition that did not hold, for instance. */
function unruled(result, kind, view) {
    return result.checks
        .filter((check) => check.verdict === kind && !check.findings.some(({ verdict }) => verdict === kind))
        .map((check) => checkLines(check, result, view));
}
function harnessErrors(result, view) {
    const checks = result.checks.filter(({ verdict }) => verdict === 'error');
    if (checks.length === 0)
        return [];
    const heading = view.paint.bad('Errors of this program; they say nothing about the target');
    return [heading, ...checks.flatMap((check) => ['', ...checkLines(check, result, view)])];
}
function checkLines(check, result, view) {
    const line = (label, text) => labelled(label, text, INDENT, LABEL, view.width);
    const word = paintVerdict(check.verdict, verdictWord(check.verdict), view.paint);
    return [
        `  ${word}  ${view.paint.heading(check.id)}  ${check.title}`,
        ...line('why', check.reason ?? 'no reason was given'),
        ...(check.rules.length === 0 ? [] : line('rules', check.rules.join(', '))),
        repeatLine(check, result, view),
    ];
}
