import { conclude } from '../conclusion.js';
import { labelled, plural } from '../layout.js';
import { NO_PAINT } from '../paint.js';
const DEFAULT_WIDTH = 110;
const LABEL = 14;
/** Of one rule; the others are counted. */
const MOST_SHOWN = 5;
const WORDS = {
    fail: 'broken',
    warn: 'broken (warn)',
    waived: 'waived',
    inconclusive: 'undecided',
    pass: 'holds',
    skipped: 'not exercised',
};
/** From worst to best. */
const ORDER = ['fail', 'warn', 'waived', 'inconclusive', 'skipped', 'pass'];
export function clientReport(result, { paint = NO_PAINT, width = DEFAULT_WIDTH } = {}) {
    const sections = ORDER.map((verdict) => result.checks.filter((check) => check.verdict === verdict).flatMap((check) => lines(check, paint, width)));
    const counts = ORDER.map((verdict) => [verdict, result.checks.filter((each) => each.verdict === verdict).length])
        .filter(([, count]) => count > 0)
        .map(([verdict, count]) => `${count} ${WORDS[verdict]}`);
    const summary = [
        ...labelled('Client', result.target, 0, LABEL, width),
        ...labelled('Rules', `${plural(result.checks.length, 'rule')}: ${counts.join(', ')}`, 0, LABEL, width),
        ...labelled('Result', conclusionOf(result), 0, LABEL, width),
    ];
    return `${[...sections, summary]
        .filter((section) => section.length > 0)
        .map((section) => section.join('\n'))
        .join('\n\n')}\n`;
}
function lines({ id, verdict, findings, reason }, paint, width) {
    const brush = { fail: paint.bad, warn: paint.doubtful, inconclusive: paint.doubtful, pass: paint.good }[verdict];
    const word = (WORDS[verdict] ?? verdict).padEnd(LABEL);
    const note = verdict === 'pass' ? `  ${findings[0]?.actual ?? ''}` : '';
    const head = `${(brush ?? paint.quiet)(word)}${id}${note}`;
    if (verdict === 'pass')
        return [head];
    const why = reason === undefined ? [] : labelled('', reason, 0, LABEL, width);
    const shown = findings
        .slice(0, MOST_SHOWN)
        .flatMap(({ where, actual, expected, exchanges }) => [
        ...labelled('', `${where}: ${actual}${numbers(exchanges)}`, 0, LABEL, width),
        ...labelled('', `right: ${expected}`, 2, LABEL, width),
    ]);
    const left = findings.length - MOST_SHOWN;
    const more = left > 0 ? labelled('', `and ${left} more`, 0, LABEL, width) : [];
    return [head, ...why, ...shown, ...more];
}
function numbers(exchanges) {
    if (exchanges.length === 0)
        return '';
    const few = exchanges.slice(0, 6).map((each) => `#${each}`);
    return ` [${few.join(', ')}${exchanges.length > few.length ? ', ...' : ''}]`;
}
function conclusionOf(result) {
    const has = (verdict) => result.checks.some((each) => each.verdict === verdict);
    if (has('fail'))
        return 'The client broke rules that the interface states.';
    if (has('warn'))
        return 'No stated rule was broken; there are warnings.';
    return conclude(result).kind === 'passed'
        ? 'No rule was broken in what was seen.'
        : 'No rule was broken; not everything could be decided.';
}
