// The matrix of a self-test: its verdict, and how it is shown.
import { groupBy } from '../kernel/group-by.js';
import type { Detail } from './terminal/exchange-lines.js';
import type { DefectRow, KillMatrix, RightRow } from '../lab/self-test/trial.js';
import type { MatrixFormat } from './format-names.js';
import type { Format } from './formats.js';
import { type Paint, plural, table } from './layout.js';

// The verdict of a self-test: whether the suite found each defect, and passed each service that is right.

function isKilled({ killers, bugs }: DefectRow): boolean {
  return killers.length > 0 && bugs.length === 0;
}

function isFair({ red, bugs }: RightRow): boolean {
  return red.length === 0 && bugs.length === 0;
}

/** Every defect is caught by a check that cites its rule, nothing that is right is called wrong, and both judges agree. */
export function holds({ defects, right, differing = [] }: KillMatrix): boolean {
  return defects.every(isKilled) && right.every(isFair) && differing.length === 0;
}

// What a matrix comes to, in words: for the terminal and for the page.

function tallies({ defects, right }: KillMatrix) {
  const fair = (what: string, rows: readonly RightRow[]) => {
    return { what, good: rows.filter(isFair).length, of: rows.length };
  };
  const caught = 'defects caught by a check that cites their rule';
  return [
    { what: caught, good: defects.filter(isKilled).length, of: defects.length },
    fair('the usual service without a false alarm', ofKind(right, 'usual')),
    fair('variants without a false alarm', ofKind(right, 'variant')),
    fair('dialects of the gallery without a false alarm', ofKind(right, 'dialect')),
    fair('pairs of variants without a false alarm', ofKind(right, 'pair')),
  ].filter((tally) => tally.of > 0);
}

function ofKind(right: readonly RightRow[], kind: RightRow['kind']): RightRow[] {
  return right.filter((row) => row.kind === kind);
}

/** The first few, and how many more there are. */
function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ');
}

/** What stands against the gate, a line for each. */
export function diagnosticsOf({ defects, right, differing = [] }: KillMatrix): string[] {
  const survivors = defects.filter((row) => !isKilled(row));
  return [
    ...survivors.map(({ id, rule, alsoRed, bugs }) => {
      const why = bugs.length > 0 ? bugs.join('; ') : `no check found a breach of ${rule}`;
      const red = alsoRed.length > 0 ? `; red for other reasons: ${listed(alsoRed, 3)}` : '';
      return `defect ${id} survives: ${why}${red}`;
    }),
    ...right
      .filter((row) => !isFair(row))
      .map(({ id, red, bugs }) => {
        const alarms = red.map(({ check, rules }) => `${check} (${rules.join(', ')})`);
        return `${id} is right, and is called wrong: ${listed([...alarms, ...bugs], 6)}`;
      }),
    ...differing.map((line) => `the judges differ: ${line}`),
  ];
}

// The formats of a self-test's reports.

export const matrixFormats: Readonly<Record<MatrixFormat, Format<readonly [matrix: KillMatrix]>>> = {
  json: {
    syntax: 'json',
    readers: 'programs',
    file: 'replaced',
    render: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  },
  markdown: { syntax: 'markdown', readers: 'people', file: 'replaced', render: markdownMatrix },
};

// The matrix as a page: proof/kill-matrix.md. The same seed and the same suite give the same page.

const HEAD = `# Kill matrix

Whether each check can fail, and whether it fails for the right reason: the suite against a simulator with each
defect, one at a time, and against simulators that are different and right. What this means is in
[self-test](../docs/self-test.md). This page is written by \`npm run kill-matrix\`, and held to the code by a test.
`;

/** Names in a cell; the page is for reading, the JSON report has them all. */
const MOST_NAMES = 3;
const FEWEST_RULES = 10;

export function markdownMatrix(matrix: KillMatrix): string {
  const { defects, right, seed } = matrix;
  const areas = [...groupBy(defects, ({ rule }) => rule.split('.')[0] ?? '')];
  const cellsOf = (rows: readonly DefectRow[]): string[][] =>
    rows.map((row) => [
      code(row.id),
      code(row.rule),
      isKilled(row) ? listed(row.killers, MOST_NAMES) : '**survives**',
      listed(row.alsoBroken, MOST_NAMES),
      row.alsoRed.length === 0 ? '' : String(row.alsoRed.length),
    ]);
  const spoken = ofKind(right, 'dialect');
  const gallery = ['## The usual service in the dialects of the gallery\n', rightTable(spoken)];
  const sections = [
    HEAD,
    markdownTable(['what', 'how many'], counts(matrix)),
    `All chance comes from seed ${seed}.\n`,
    `## The rules with the fewest checks\n`,
    fewest(matrix),
    `## Defects, by the rule that they break\n`,
    'Named are the checks that found a breach of the very rule; beside them, the rules of which other breaches were\nfound, and how many checks went red for these only.\n',
    ...areas
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([area, members]) => [
        `### ${area}\n`,
        markdownTable(['defect', 'rule', 'caught by', 'also broken', 'also red'], cellsOf(members)),
      ]),
    `## Services that are right\n`,
    'A check that fails or warns here is unfair. One that is inconclusive has seen too little to judge.\n',
    rightTable([...ofKind(right, 'usual'), ...ofKind(right, 'variant')]),
    `### Pairs of variants, drawn by seed\n`,
    rightTable(ofKind(right, 'pair')),
    ...(spoken.length === 0 ? [] : gallery),
  ];
  return `${sections.join('\n').trimEnd()}\n`;
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
  return markdownTable(
    ['rule', 'checks', 'defects'],
    sorted
      .slice(0, FEWEST_RULES)
      .map(({ rule, checks, defects }) => [code(rule), String(checks), String(defects)]),
  );
}

function rightTable(right: readonly RightRow[]): string {
  return markdownTable(
    ['service', 'passed', 'failed', 'inconclusive'],
    right.map((row) => {
      const [red, open] = [wronged(row, MOST_NAMES), row.inconclusive];
      return [
        code(row.id),
        String(row.passed),
        red === '' ? '0' : `**${red}**`,
        open.length === 0 ? '0' : `${open.length}: ${listed(open, MOST_NAMES)}`,
      ];
    }),
  );
}

function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + body.map(line).join('');
}

function code(text: string): string {
  return `\`${text}\``;
}

// The matrix for people at a terminal.

const MOST_KILLERS = 2;

export function terminalMatrix(matrix: KillMatrix, paint: Paint, detail: Detail = 'usual'): string {
  const isQuiet = detail === 'quiet';
  const { defects, right, seed, untried } = matrix;
  const diagnostics = diagnosticsOf(matrix);
  const caught = defects.map((row) => {
    const { id, rule, killers, alsoBroken, alsoRed } = row;
    const isAlone = alsoBroken.length + alsoRed.length === 0;
    const also = isAlone ? '' : `${plural(alsoBroken.length, 'rule')}, ${plural(alsoRed.length, 'check')}`;
    return [rule, id, isKilled(row) ? listed(killers, MOST_KILLERS) : 'SURVIVES', also];
  });
  const judged = right.map((row) => {
    return [row.id, String(row.passed), wronged(row, MOST_KILLERS) || '0', String(row.inconclusive.length)];
  });
  const sections = [
    ...(defects.length > 0 && !isQuiet ? [table([['rule', 'defect', 'caught by', 'also'], ...caught])] : []),
    ...(right.length > 0 && !isQuiet
      ? [table([['service', 'passed', 'failed', 'inconclusive'], ...judged])]
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

/** What called it wrong; empty where nothing did. */
function wronged(row: RightRow, most: number): string {
  return isFair(row) ? '' : listed([...row.red.map(({ check }) => check), ...row.bugs], most);
}
