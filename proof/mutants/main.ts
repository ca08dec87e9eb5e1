// `npm run proof -- mutants`: what the suite misses when nobody has chosen the bugs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MutantOptions, readArguments, USAGE } from './arguments.js';
import { makeCopy, REPOSITORY } from './copy.js';
import { createExcuseBook, readExcuses } from './excuses.js';
import { asExcuses, markdown, summary } from './report.js';
import type { Mutant } from './mutant.js';
import { chosen } from './sample.js';
import { type Demand, shortcomings, tallyOf } from './tally.js';
import { tryAll } from './try-all.js';
import { placeOf } from '../../src/document/problem.js';

const EXCUSES = join(REPOSITORY, 'test', 'mutants', 'excused.yaml');
const EXIT = { good: 0, short: 1, usage: 2 };

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function mutants(options: MutantOptions): Promise<number> {
  const excuses = readExcuses(EXCUSES);
  if (!excuses.ok) {
    for (const problem of excuses.problems) say(`${placeOf(problem)}  ${problem.message}`);
    return EXIT.usage;
  }
  const book = createExcuseBook(excuses.value);
  const copy = await makeCopy();
  const problems = book.problems(copy.mutants);
  const asked = chosen(copy.mutants, options);
  if (asked.length === 0) {
    say('--only, --mutant: no mutant matches');
    return EXIT.usage;
  }
  // Whoever names one wants to see what becomes of it.
  const isLeftOut = ({ id, file }: Mutant): boolean =>
    (book.ofFile(file) !== undefined && options.mutants.length === 0) ||
    (options.skipExcused && book.of(id) !== undefined);
  const tried = asked.filter((mutant) => !isLeftOut(mutant));
  const judged = await tryAll(copy, tried, options, say);
  const tally = tallyOf(judged, book, asked.length - tried.length);
  return conclude(tally, { all: copy.mutants.length, problems }, options);
}

interface Found {
  readonly all: number;
  /** Of the excuses. */
  readonly problems: readonly string[];
}

function conclude(
  tally: ReturnType<typeof tallyOf>,
  { all, problems }: Found,
  options: MutantOptions,
): number {
  const terms = { seed: options.seed, all };
  for (const { format, path } of options.reports) {
    if (format === 'markdown') writeFileSync(path, markdown(tally, terms));
    if (format === 'yaml') writeFileSync(path, asExcuses(tally.survived));
    if (format === 'json') writeFileSync(path, JSON.stringify(tally, null, 1));
  }
  process.stdout.write(`${summary(tally, terms)}\n`);
  const demand: Demand = { share: options.share / 100, survivors: options.survivors };
  const wrong = [...problems, ...shortcomings(tally, demand)];
  for (const each of wrong) say(each);
  return wrong.length === 0 ? EXIT.good : EXIT.short;
}

const given = readArguments(process.argv.slice(2));
if (given.ok) process.exitCode = await mutants(given.options);
else {
  say(`${given.why}\n${USAGE}`);
  process.exitCode = EXIT.usage;
}
