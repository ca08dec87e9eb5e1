// The difference of two reports for people: what got worse first.
import { formatDuration } from '../kernel/duration.js';
import { plural } from './layout.js';
import { NO_PAINT } from './paint.js';
import { paintVerdict, verdictWord } from './verdict-words.js';
export function differenceText(difference, sides, paint = NO_PAINT) {
    const { appeared, disappeared, checks, rules, slower } = difference;
    const changes = (all, trend) => aligned(all.filter((each) => each.trend === trend).map((each) => row(each, paint)));
    const sections = [
        head(sides, paint),
        section('Checks that got worse', changes(checks, 'worse'), paint.bad),
        section('Rules that got worse', changes(rules, 'worse'), paint.bad),
        section('Checks that are gone', list(disappeared, 'was', paint), paint.doubtful),
        section('New checks', list(appeared, 'is', paint), paint.heading),
        section('Checks that got better', changes(checks, 'better'), paint.good),
        section('Rules that got better', changes(rules, 'better'), paint.good),
        section('Checks not decided now', changes(checks, 'open'), paint.doubtful),
        section('Rules not decided now', changes(rules, 'open'), paint.doubtful),
        section('Checks that take much longer', aligned(slower.map(slowRow)), paint.doubtful),
        [verdictOf(difference, paint)],
    ];
    return `${sections
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join('\n'))
        .join('\n\n')}\n`;
}
/** What makes the two hard to compare is said before anything else. */
function head({ before, after }, paint) {
    const facts = ['target', 'dialect', 'version', 'seed', 'speed'];
    const differing = facts
        .filter((fact) => before[fact] !== after[fact])
        .map((fact) => paint.quiet(`${fact}: ${before[fact]} before, ${after[fact]} after`));
    const cut = [before, after].flatMap(({ cutShort }, at) => cutShort === undefined ? [] : [`The run ${at === 0 ? 'before' : 'after'} was cut short: ${cutShort}.`]);
    return [...differing, ...cut.map(paint.doubtful)];
}
function section(heading, lines, brush) {
    return lines.length === 0 ? [] : [brush(heading), ...lines];
}
const row = ({ id, before, after }, paint) => [
    id,
    `${word(before, paint)} -> ${word(after, paint)}`,
];
const slowRow = ({ id, before, after }) => [
    id,
    `${formatDuration(before)} -> ${formatDuration(after)}`,
];
function list(all, verb, paint) {
    return aligned(all.map(({ id, verdict }) => [id, `${verb} ${word(verdict, paint)}`]));
}
function aligned(rows) {
    const width = Math.max(0, ...rows.map(([id]) => id.length)) + 2;
    return rows.map(([id, text]) => `  ${id.padEnd(width)}${text}`);
}
const word = (verdict, paint) => paintVerdict(verdict, verdictWord(verdict), paint);
function verdictOf(difference, paint) {
    const { checks, rules, appeared, disappeared, slower, worse } = difference;
    const worseChecks = checks.filter(({ trend }) => trend === 'worse').length;
    const worseRules = rules.filter(({ trend }) => trend === 'worse').length;
    if (worse && worseChecks + worseRules === 0)
        return paint.bad('Worse: a check that passed is gone, or a new one did not pass.');
    if (worse)
        return paint.bad(`Worse: ${plural(worseChecks, 'check')} and ${plural(worseRules, 'rule')}.`);
    const changed = [checks, rules, appeared, disappeared, slower].some((each) => each.length > 0);
    return paint.good(changed ? 'Nothing got worse.' : 'No difference.');
}
