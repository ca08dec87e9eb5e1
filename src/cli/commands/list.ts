// `conform list`: the rules, and which scenarios cover them.
import { Argument, type Command } from 'commander';
import type { Scenario } from '../../harness/scenario/scenario.js';
import { complain } from '../complaints.js';
import { coverageOf } from '../coverage.js';
import { EXIT, type Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
import { bundledScenarios } from '../load-scenarios.js';

const EXAMPLES = `
Examples:
  conform list                     every rule, and the scenarios that check it
  conform list scenarios           every scenario, by area
  conform list rules --json        the same for a program`;

export function addListCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('list')
    .summary('list the rules and what covers each, or the scenarios')
    .description('Lists the rules of the interface with the scenarios that check each, or the scenarios.')
    .addArgument(new Argument('[what]', 'what to list').choices(['rules', 'scenarios']).default('rules'))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((what: 'rules' | 'scenarios', options: { json?: boolean }) => {
      const scenarios = bundledScenarios(io.cwd);
      if (!scenarios.ok) {
        complain(io, scenarios.complaints);
        return finish(EXIT.usage);
      }
      const data = what === 'rules' ? rulesData(scenarios.value) : scenariosData(scenarios.value);
      if (options.json) io.out.write(`${JSON.stringify(data, null, 2)}\n`);
      else
        io.out.write(what === 'rules' ? rulesText(scenarios.value, io) : scenariosText(scenarios.value, io));
      return finish(EXIT.passed);
    });
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
