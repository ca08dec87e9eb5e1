// What `conform explain` does: says of a rule what it wants, how it is checked, and how it is broken.
import { join, resolve } from 'node:path';
import { RULES, ruleById } from '../../contract/rules/catalogue.js';
import type { Rule } from '../../contract/rules/rule.js';
import { accepted, allOf, refuseInput, type Result } from '../../document/diagnostic.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { groupBy } from '../../kernel/group-by.js';
import { safeText } from '../../output/writer.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { makeFolder, writeText } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load/dialect.js';
import { loadFleet } from '../load/fleet.js';
import { bundledScenarios } from '../load/scenarios.js';
import type { OptionsOf } from '../option-rows.js';
import { explainRule, type ExplainedRule } from '../../lab/explain/explain-rule.js';
import { pageWords, terminalWords } from './words.js';

/** Columns of a page. */
const PAGE_WIDTH = 110;

export async function explain(
  ids: readonly string[],
  { out }: OptionsOf<'explain'>,
  io: Io,
): Promise<ExitCode> {
  const rules = ids.length === 0 ? accepted(RULES) : rulesOf(ids);
  if (!rules.ok) return usageError(io, rules.diagnostics);
  if (ids.length === 0 && out === undefined) {
    const hint = 'conform list rules has all of them; --out DIR writes pages of all.';
    return usageError(io, 'which rule is to be explained?', hint);
  }
  const all: ExplainedRule[] = [];
  for (const rule of rules.value) {
    const one = await explainedHere(rule, io.cwd);
    if (!one.ok) return usageError(io, one.diagnostics);
    all.push(one.value);
  }
  if (out !== undefined) return writePages(resolve(io.cwd, out), all, io);
  const { columns: width = PAGE_WIDTH, paint } = io.out;
  io.out.write(all.map((each) => terminalWords(each, width, paint)).join('\n'));
  return EXIT.passed;
}

function rulesOf(ids: readonly string[]): Result<readonly Rule[]> {
  const unknown = ids.find((id) => ruleById(id) === undefined);
  if (unknown === undefined) return accepted(ids.flatMap((id) => ruleById(id) ?? []));
  const known = RULES.map(({ id }) => id);
  const hint = didYouMean(unknown, known, 'conform list rules shows all of them.');
  return refuseInput(`there is no rule "${unknown}"`, hint);
}

/** On the demo fleet, in the dialect that comes with the program. */
export async function explainedHere(rule: Rule, cwd: string): Promise<Result<ExplainedRule>> {
  const read = allOf({
    scenarios: bundledScenarios(cwd),
    fleet: loadFleet(undefined, cwd),
    dialect: loadDialect('default', cwd),
  });
  if (!read.ok) return read;
  const { scenarios, fleet, dialect } = read.value;
  return explainRule(rule, scenarios, { fleet: fleet.spec, dialect });
}

/** A page for each group of rules, by the name of its file. */
export function pagesOf(all: readonly ExplainedRule[]): ReadonlyMap<string, string> {
  const groups = groupBy(all, ({ rule }) => rule.id.split('.')[0] ?? '');
  return new Map(
    [...groups].map(([group, rules]) => {
      const head = `# Rules: ${group}\n\nWritten by \`conform explain --out docs/rules\`, from the simulator and its defects.`;
      const sections = rules.map((each) => pageWords(each, PAGE_WIDTH));
      return [`${group}.md`, `${[head, ...sections].join('\n\n')}\n`];
    }),
  );
}

async function writePages(folder: string, all: readonly ExplainedRule[], io: Io): Promise<ExitCode> {
  const failures = [await makeFolder(folder)];
  for (const [name, text] of pagesOf(all))
    failures.push(await writeText(join(folder, name), safeText(text, 'markdown', io.secrets)));
  const [message] = failures.filter((each) => each !== undefined);
  return message === undefined ? EXIT.passed : usageError(io, message);
}
