import { reportByRule } from './by-rule.js';
import { conclude } from './conclusion.js';
import { placeOfFinding } from './finding-place.js';
import { plural } from './layout.js';
import { repeatCommand } from './shell.js';
import { COUNTED_VERDICTS, countWords } from './verdict-words.js';
/** GitHub shows ten of each kind for a step; a few more are kept in the log. */
const MOST_ANNOTATIONS = 30;
/** Workflow commands, a line each, to be printed to stdout. */
export function githubAnnotations(result) {
    const lines = result.checks.flatMap((check) => annotationsOf(check));
    return lines
        .slice(0, MOST_ANNOTATIONS)
        .map((line) => `${line}\n`)
        .join('');
}
function annotationsOf(check) {
    const place = check.place ? { file: check.place.file, line: String(check.place.line) } : {};
    const found = check.findings
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
        .map((finding) => {
        const { verdict, rule, expected, actual } = finding;
        const { file, line, step } = placeOfFinding(check, finding);
        const at = file === undefined ? {} : { file, line: String(line) };
        const text = `${check.id}, ${step}: expected ${expected}, got ${actual}`;
        return command(verdict === 'fail' ? 'error' : 'warning', { ...at, title: rule }, text);
    });
    if (check.verdict !== 'error' && check.verdict !== 'inconclusive')
        return found;
    const level = check.verdict === 'error' ? 'error' : 'warning';
    return [...found, command(level, { ...place, title: `${check.id}: ${check.verdict}` }, check.reason ?? '')];
}
function command(name, properties, text) {
    const parts = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
    return `::${name} ${parts.join(',')}::${escaped(text)}`;
}
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
/** Markdown for the file that GITHUB_STEP_SUMMARY names. */
export function githubSummary(result, context) {
    const rules = reportByRule(result);
    const checks = result.checks.map(({ verdict }) => verdict);
    const ruleCounts = countWords(rules.map(({ verdict }) => verdict), [...COUNTED_VERDICTS, 'not checked']);
    const sections = [
        `## conform: ${theirs(conclude(result).sentence)}`,
        `${inline(result.target)} · dialect ${inline(result.dialect)} · seed ${result.seed}`,
        [`**Checks** ${countWords(checks, COUNTED_VERDICTS)}`, `**Rules** ${ruleCounts}`].join(' · '),
        table(rules, ['fail', 'warn', 'inconclusive', 'error'], result, context),
        ...(result.notRestored.length === 0
            ? []
            : [`**Not restored:** ${theirs(result.notRestored.join('; '))}`]),
    ];
    return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}
function table(rules, verdicts, { seed }, context) {
    const rows = rules
        .filter(({ verdict }) => verdicts.includes(verdict))
        .map(({ rule, verdict, checks }) => {
        const against = checks.filter((each) => verdicts.includes(each.verdict)).map(({ check }) => check);
        const first = against[0]?.id ?? '';
        const repeat = code(repeatCommand(against.slice(0, 1), seed, context));
        const more = against.length > 1 ? ` and ${plural(against.length - 1, 'more check')}` : '';
        return `| ${verdict} | \`${rule.id}\` | ${inline(rule.sentence)} | ${inline(first)}${more} | ${repeat} |`;
    });
    if (rows.length === 0)
        return '';
    return ['| | rule | what must hold | seen in | repeat |', '|---|---|---|---|---|', ...rows].join('\n');
}
/** Text that Markdown and HTML leave as it is. */
function inline(text) {
    return text.replace(/[\\`*_~[\]<>|&]/g, entity).replace(/\s+/g, ' ');
}
/** Words of a target: no address and no name in them becomes a link either. */
function theirs(text) {
    return text
        .replace(/[\\`*_~[\]<>|&@#]|:(?=\/\/)/g, entity)
        .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#46;`)
        .replace(/\s+/g, ' ');
}
const entity = (character) => `&#${character.charCodeAt(0)};`;
/** In a table a bar ends the cell, also in code; and a backtick would end the code. */
function code(text) {
    return text.includes('`') ? `<code>${inline(text)}</code>` : `\`${text.replaceAll('|', '\\|')}\``;
}
