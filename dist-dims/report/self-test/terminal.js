import { table } from '../columns.js';
import { complaintsOf, listed, tallies } from './gate-words.js';
import { isFair, isKilled } from './gate.js';
const MOST_KILLERS = 2;
export function terminalMatrix(matrix, paint) {
    const { defects, right, seed, untried } = matrix;
    const complaints = complaintsOf(matrix);
    const sections = [
        ...(defects.length > 0
            ? [table([['rule', 'defect', 'caught by', 'also'], ...defects.map(defectCells)])]
            : []),
        ...(right.length > 0
            ? [table([['service', 'passed', 'failed', 'inconclusive'], ...right.map(rightCells)])]
            : []),
        tallies(matrix)
            .map(({ what, good, of }) => `${good === of ? paint.good('ok') : paint.bad('no')}  ${good}/${of} ${what}\n`)
            .join(''),
        complaints.map((line) => `${paint.bad('broken')}  ${line}\n`).join(''),
    ];
    const left = untried > 0 ? `, ${untried} trials left out` : '';
    return `${sections.filter((text) => text !== '').join('\n')}\nseed ${seed}${left}\n`;
}
function defectCells(row) {
    const caught = isKilled(row) ? listed(row.killers, MOST_KILLERS) : 'SURVIVES';
    return [row.rule, row.id, caught, alsoWords(row)];
}
/** What else was found: rules, and how many checks. */
function alsoWords({ alsoBroken, alsoRed }) {
    if (alsoRed.length === 0 && alsoBroken.length === 0)
        return '';
    return `${alsoBroken.length} rules, ${alsoRed.length} checks`;
}
function rightCells(row) {
    const failed = isFair(row)
        ? '0'
        : listed([...row.red.map(({ check }) => check), ...row.bugs], MOST_KILLERS);
    return [row.id, String(row.passed), failed, String(row.inconclusive.length)];
}
