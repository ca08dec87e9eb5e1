// What came of the mutants, as text and as Markdown.
import type { Judged, Tally } from './tally.js';

export interface Terms {
  readonly seed: number;
  /** How many there are, tried or not. */
  readonly all: number;
}

export function summary(tally: Tally, { seed, all }: Terms): string {
  const lines = countsOf(tally).map(([name, count]) => `${String(count).padStart(6)}  ${name}`);
  const judges = Object.entries(tally.judges).map(([commit, count]) => `${count} judged by ${commit}`);
  return [`${tally.tried + tally.leftOut} of ${all} mutants, seed ${seed}`, ...lines, ...judges].join('\n');
}

function countsOf(tally: Tally): [string, string | number][] {
  return [
    ['are never reached', tally.unreached],
    ['have no server to judge', tally.unstarted],
    ['are excused', tally.excused.length],
    ['are excused, and not tried', tally.leftOut],
    ['are judged, of which', tally.judged],
    ['  are killed under a rule', `${tally.killed.length} = ${(100 * tally.share).toFixed(1)} %`],
    ['  turn the suite red without a rule', tally.red.length],
    ['  survive without a reason', tally.survived.length],
  ];
}

export function markdown(tally: Tally, terms: Terms): string {
  const counts = countsOf(tally).map(([name, count]) => `| ${name.trim()} | ${count} |`);
  return [
    '# Mutants',
    '',
    `${tally.tried + tally.leftOut} of ${terms.all}, seed ${terms.seed}.`,
    ...Object.entries(tally.judges).map(([commit, count]) => `${count} were judged by ${commit}.`),
    '',
    '| mutants that | |',
    '|---|---|',
    ...counts,
    '',
    '## By file',
    '',
    '| file | killed | red without a rule | survived | excused |',
    '|---|---|---|---|---|',
    ...byFile(tally),
    '',
    '## Survivors without a reason',
    '',
    ...tally.survived.map(line),
    '',
    '## Red without a rule',
    '',
    ...tally.red.map((each) => `${line(each)}: ${each.outcome.cause ?? ''}: ${firstWords(each)}`),
    '',
    '## Killed, and the rules that were named',
    '',
    ...tally.killed.map((each) => `${line(each)}: ${each.outcome.rules.join(', ')}`),
    '',
  ].join('\n');
}

function byFile({ killed, red, survived, excused }: Tally): string[] {
  const columns = [killed, red, survived, excused];
  const files = [...new Set(columns.flat().map(({ mutant }) => mutant.file))].toSorted();
  return files.map((file) => {
    const counts = columns.map((all) => all.filter(({ mutant }) => mutant.file === file).length);
    return `| ${file} | ${counts.join(' | ')} |`;
  });
}

function line({ mutant: { id, from, to } }: Judged): string {
  return `- ${id}: ${code(from)} -> ${code(to)}`;
}

const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

function firstWords({ outcome }: Judged): string {
  return (outcome.words[0] ?? '').split('\n')[0] ?? '';
}

/** To be pasted into the list of excuses. */
export function asExcuses(all: readonly Judged[]): string {
  return all
    .map(({ mutant: { id, from, to } }) => `    ${id}: ${JSON.stringify(`${from} => ${to}`)}\n`)
    .join('');
}
