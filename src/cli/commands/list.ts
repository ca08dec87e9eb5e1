// `conform list`: the rules and which scenarios cover them, the scenarios, or the variants.
import { Argument, type Command } from 'commander';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { complain, type Outcome } from '../complaints.js';
import { coverageOf } from '../coverage.js';
import { EXIT, type Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { bundledScenarios } from '../load-scenarios.js';
import { bundledVariants } from '../simulator/load-variants.js';

const EXAMPLES = `
Examples:
  conform list                     every rule, and the scenarios that check it
  conform list scenarios           every scenario, by area
  conform list variants            ways for a server to be different and right
  conform list rules --json        the same for a program`;

export function addListCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('list')
    .summary('list the rules and what covers each, the scenarios, or the variants')
    .description(
      'Lists the rules of the interface with the scenarios that check each, the scenarios, or the variants of ' +
        'the simulator.',
    )
    .addArgument(new Argument('[what]', 'what to list').choices(Object.keys(LISTS)).default('rules'))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((what: ListName, options: { json?: boolean }) => {
      const list = LISTS[what](io);
      if (!list.ok) {
        complain(io, list.complaints);
        return finish(EXIT.usage);
      }
      io.out.write(options.json ? `${JSON.stringify(list.value.data, null, 2)}\n` : list.value.text);
      return finish(EXIT.passed);
    });
}

interface List {
  readonly data: unknown;
  readonly text: string;
}

type ListName = 'rules' | 'scenarios' | 'variants';

const LISTS: Readonly<Record<ListName, (io: Io) => Outcome<List>>> = {
  rules: (io) => ofScenarios(io, (all) => ({ data: rulesData(all), text: rulesText(all, io) })),
  scenarios: (io) => ofScenarios(io, (all) => ({ data: scenariosData(all), text: scenariosText(all, io) })),
  variants: listVariants,
};

function ofScenarios(io: Io, list: (scenarios: readonly Scenario[]) => List): Outcome<List> {
  const scenarios = bundledScenarios(io.cwd);
  return scenarios.ok ? { ok: true, value: list(scenarios.value) } : scenarios;
}

function listVariants(io: Io): Outcome<List> {
  const variants = bundledVariants(io.cwd);
  if (!variants.ok) return variants;
  const { paint } = io.out;
  const lines = variants.value.flatMap(({ name, title, why }) => [
    `${paint.heading(name)}  ${title}`,
    paint.quiet(`    ${why}`),
  ]);
  const text = [...lines, '', `${variants.value.length} variants.`, ''].join('\n');
  return { ok: true, value: { data: variants.value, text } };
}

function rulesData(scenarios: readonly Scenario[]): unknown {
  return coverageOf(scenarios).map(({ rule, ...coverage }) => ({ ...rule, ...coverage }));
}

function scenariosData(scenarios: readonly Scenario[]): unknown {
  return scenarios.map(({ id, area, title, rules, place, cases }) => {
    return { id, area, title, rules, file: place.file, cases: cases.map((each) => each.id) };
  });
}

function rulesText(scenarios: readonly Scenario[], { out: { paint } }: Io): string {
  const coverage = coverageOf(scenarios);
  const lines = coverage.flatMap(({ rule, scenarios: ids, unobservable = 'no scenario' }) => [
    `${paint.heading(rule.id)}  ${paint.quiet(rule.basis)}`,
    `    ${rule.sentence}`,
    ids.length === 0 ? paint.doubtful(`    ${unobservable}`) : paint.quiet(`    ${ids.join(', ')}`),
  ]);
  const covered = coverage.filter((each) => each.scenarios.length > 0).length;
  const hidden = coverage.filter((each) => each.unobservable !== undefined).length;
  const summary = `${covered} of ${coverage.length} rules are covered by a scenario; ${hidden} cannot be seen from outside.`;
  return [...lines, '', summary, ''].join('\n');
}

function scenariosText(scenarios: readonly Scenario[], { out: { paint } }: Io): string {
  const width = Math.max(0, ...scenarios.map((each) => each.id.length)) + 2;
  const lines = scenarios.flatMap(({ id, title, cases, rules }) => [
    `${paint.heading(id.padEnd(width))}${title}${cases.length > 1 ? paint.quiet(` (${cases.length} cases)`) : ''}`,
    paint.quiet(`${' '.repeat(width)}${rules.join(', ')}`),
  ]);
  return [...lines, '', `${scenarios.length} scenarios.`, ''].join('\n');
}
