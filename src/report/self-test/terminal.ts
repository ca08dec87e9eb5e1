// The matrix for people at a terminal.
import { plural } from '../layout.js';
import type { Paint } from '../paint.js';
import { table } from '../columns.js';
import { diagnosticsOf, listed, tallies } from './gate-words.js';
import type { DefectRow, KillMatrix, RightRow } from '../../lab/self-test/matrix.js';
import { isFair, isKilled } from './gate.js';

const MOST_KILLERS = 2;

export function terminalMatrix(matrix: KillMatrix, paint: Paint): string {
  const { defects, right, seed, untried } = matrix;
  const diagnostics = diagnosticsOf(matrix);
  const sections = [
    ...(defects.length > 0
      ? [table([['rule', 'defect', 'caught by', 'also'], ...defects.map(defectCells)])]
      : []),
    ...(right.length > 0
      ? [table([['service', 'passed', 'failed', 'inconclusive'], ...right.map(rightCells)])]
      : []),
    tallies(matrix)
      .map(
        ({ what, good, of }) =>
          `${good === of ? paint.good('ok') : paint.bad('no')}  ${good}/${of} ${what}\n`,
      )
      .join(''),
    diagnostics.map((line) => `${paint.bad('broken')}  ${line}\n`).join(''),
  ];
  const left = untried > 0 ? `, ${untried} trials left out` : '';
  return `${sections.filter((text) => text !== '').join('\n')}\nseed ${seed}${left}\n`;
}

function defectCells(row: DefectRow): string[] {
  const caught = isKilled(row) ? listed(row.killers, MOST_KILLERS) : 'SURVIVES';
  return [row.rule, row.id, caught, alsoWords(row)];
}

/** What else was found: rules, and how many checks. */
function alsoWords({ alsoBroken, alsoRed }: DefectRow): string {
  if (alsoRed.length === 0 && alsoBroken.length === 0) return '';
  return `${plural(alsoBroken.length, 'rule')}, ${plural(alsoRed.length, 'check')}`;
}

function rightCells(row: RightRow): string[] {
  const failed = isFair(row)
    ? '0'
    : listed([...row.red.map(({ check }) => check), ...row.bugs], MOST_KILLERS);
  return [row.id, String(row.passed), failed, String(row.inconclusive.length)];
}
