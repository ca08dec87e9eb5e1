// The formats of a self-test's reports.
import type { DefectRow, KillMatrix, RightRow } from '../../lab/self-test/matrix.js';
import type { Format } from '../format.js';
import type { MatrixFormat } from '../format-names.js';
import { listed, ofKind, tallies } from './gate-words.js';
import { isFair, isKilled } from './gate.js';

export const matrixFormats: Readonly<Record<MatrixFormat, Format<readonly [matrix: KillMatrix]>>> = {
  json: {
    syntax: 'json',
    readers: 'programs',
    file: 'replaced',
    render: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  },
  markdown: { syntax: 'markdown', readers: 'people', file: 'replaced', render: markdownMatrix },
};

// The matrix as a page: docs/kill-matrix.md. The same seed and the same suite give the same page.

const HEAD = `# Kill matrix

Whether each check can fail, and whether it fails for the right reason: the suite against a simulator with each
defect, one at a time, and against simulators that are different and right. What this means is in
[self-test](self-test.md). This page is written by \`npm run kill-matrix\`, and held to the code by a test.
`;

/** Names in a cell; the page is for reading, the JSON report has them all. */
const MOST_NAMES = 3;
const FEWEST_RULES = 10;

export function markdownMatrix(matrix: KillMatrix): string {
  const { defects, right, seed } = matrix;
  const sections = [
    HEAD,
    rows(['what', 'how many'], counts(matrix)),
    `All chance comes from seed ${seed}.\n`,
    `## The rules with the fewest checks\n`,
    fewest(matrix),
    `## Defects, by the rule that they break\n`,
    'Named are the checks that found a breach of the very rule; beside them, the rules of which other breaches were\nfound, and how many checks went red for these only.\n',
    ...areasOf(defects).flatMap(([area, members]) => [
      `### ${area}\n`,
      rows(['defect', 'rule', 'caught by', 'also broken', 'also red'], members.map(defectCells)),
    ]),
    `## Services that are right\n`,
    'A check that fails or warns here is unfair. One that is inconclusive has seen too little to judge.\n',
    rightTable([...ofKind(right, 'usual'), ...ofKind(right, 'variant')]),
    `### Pairs of variants, drawn by seed\n`,
    rightTable(ofKind(right, 'pair')),
    ...gallery(ofKind(right, 'dialect')),
  ];
  return `${sections.join('\n').trimEnd()}\n`;
}

function gallery(spoken: readonly RightRow[]): string[] {
  return spoken.length === 0
    ? []
    : ['## The usual service in the dialects of the gallery\n', rightTable(spoken)];
}

function counts(matrix: KillMatrix): string[][] {
  return [
    ...tallies(matrix).map(({ what, good, of }) => [what, `${good} of ${of}`]),
    [
      'defects that only random programs catch',
      String(matrix.defects.filter((row) => row.forPrograms).length),
    ],
  ];
}

function fewest({ rules }: KillMatrix): string {
  const sorted = rules.toSorted(
    (a, b) => a.checks - b.checks || a.defects - b.defects || (a.rule < b.rule ? -1 : 1),
  );
  return rows(
    ['rule', 'checks', 'defects'],
    sorted
      .slice(0, FEWEST_RULES)
      .map(({ rule, checks, defects }) => [code(rule), String(checks), String(defects)]),
  );
}

function areasOf(defects: readonly DefectRow[]): [string, DefectRow[]][] {
  const areas = new Map<string, DefectRow[]>();
  for (const row of defects) {
    const [area = ''] = row.rule.split('.');
    areas.set(area, [...(areas.get(area) ?? []), row]);
  }
  return [...areas].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function defectCells(row: DefectRow): string[] {
  return [
    code(row.id),
    code(row.rule),
    isKilled(row) ? listed(row.killers, MOST_NAMES) : '**survives**',
    listed(row.alsoBroken, MOST_NAMES),
    row.alsoRed.length === 0 ? '' : String(row.alsoRed.length),
  ];
}

function rightTable(right: readonly RightRow[]): string {
  return rows(
    ['service', 'passed', 'failed', 'inconclusive'],
    right.map((row) => [
      code(row.id),
      String(row.passed),
      isFair(row) ? '0' : `**${listed([...row.red.map(({ check }) => check), ...row.bugs], MOST_NAMES)}**`,
      row.inconclusive.length === 0
        ? '0'
        : `${row.inconclusive.length}: ${listed(row.inconclusive, MOST_NAMES)}`,
    ]),
  );
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + body.map(line).join('');
}

function code(text: string): string {
  return `\`${text}\``;
}
