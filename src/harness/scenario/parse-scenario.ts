// From the text of a scenario file to a scenario, or to everything that is wrong with it.
import { isRuleId, type RuleId, RULES } from '../../contract/rules/catalogue.js';
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName, validate } from '../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import { parseCase } from './language/parse-case.js';
import { fileSchema, fragmentSchema, matrixSchema } from './language/file-schema.js';
import { type Budget, createBudget, SCENARIO_LIMITS } from './language/modifiers.js';
import { fillIn, type MatrixRow, matrixUses, rowCount, rowsOf } from './language/matrix.js';
import { caseId, type Scenario, type ScenarioCase, scenarioId } from './scenario.js';
import type { Checker } from './language/names.js';
import type { StepsSource } from './language/parse-steps.js';

interface ParseOptions {
  /** The text of an included fragment, by its path as the scenario writes it; undefined when there is none. */
  readonly include?: (path: string) => string | undefined;
}

/** @param file path under which problems are reported; `<area>/<name>` of it is the scenario's id. */
export function parseScenario(text: string, file: string, options: ParseOptions = {}): ReadResult<Scenario> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const document = read.value;
  const rows = readRows(document);
  if (!rows.ok) return rows;
  const id = scenarioId(file);
  const problems: Problem[] = [];
  const cases: ScenarioCase[] = [];
  const budget = createBudget();
  const include = createIncludes(options.include, budget);
  const titleNamesRow = matrixUses(document.value).some(({ path }) => path[0] === 'title');
  for (const row of rows.value) {
    // Of a file with so many mistakes, other rows have the same.
    if (problems.length > MOST_PROBLEMS) break;
    const filled = fillIn(document, row);
    if (!budget.spend(filled.value)) {
      problems.push(problemAt(document, ['matrix'], tooLarge));
      break;
    }
    const valid = validate(filled, fileSchema);
    if (!valid.ok) {
      problems.push(...valid.problems);
      readRules(filled, rulesIn(filled.value), problems);
      continue;
    }
    const rules = readRules(filled, valid.value.rules, problems);
    const context = { id: caseId(id, row), rules, row, include, titleNamesRow };
    const parsed = parseCase(filled, valid.value, context);
    if (parsed.ok) cases.push(parsed.value);
    else problems.push(...parsed.problems);
  }
  if (problems.length > 0) return { ok: false, problems: inOrder(problems) };
  const [title = id, since] = [textIn(document.value, 'title'), textIn(document.value, 'since')];
  return {
    ok: true,
    value: {
      id,
      area: id.split('/')[0] ?? '',
      // In the place of what differs from row to row.
      title: title.replaceAll(/\$\{[^${}]*\}/g, '…'),
      rules: [...new Set(cases.flatMap(({ rules }) => rules))],
      place: { file, line: 1 },
      ...(since !== undefined && { since }),
      cases,
    },
  };
}

const MOST_PROBLEMS = 1000;

function readRows(document: YamlDocument): ReadResult<readonly MatrixRow[]> {
  const { value } = document;
  const written = isObject(value) ? value['matrix'] : undefined;
  const place = (path: readonly PropertyKey[]): readonly PropertyKey[] => ['matrix', ...path];
  const matrix = validate(
    {
      ...document,
      value: written ?? {},
      placeOf: (path) => document.placeOf(place(path)),
      placeOfKey: (path) => document.placeOfKey(place(path)),
    },
    matrixSchema,
  );
  if (!matrix.ok) return matrix;
  const count = rowCount(matrix.value);
  if (count > SCENARIO_LIMITS.cases) {
    const message = `the matrix has ${count} combinations; ${SCENARIO_LIMITS.cases} at most are run`;
    return {
      ok: false,
      problems: [problemAt(document, ['matrix'], message, 'Make several scenarios of it.')],
    };
  }
  const problems = matrixUses(value)
    .filter(({ name }) => !Object.hasOwn(matrix.value, name))
    .map(({ path, name }) =>
      unknownName(document, path, 'name in the matrix', name, Object.keys(matrix.value)),
    );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: rowsOf(matrix.value) };
}

function readRules(
  document: YamlDocument,
  written: readonly string[],
  problems: Problem[],
): readonly RuleId[] {
  const known = RULES.filter(({ side }) => side === 'service').map(({ id }) => id);
  for (const [at, id] of written.entries()) {
    if (!isRuleId(id)) problems.push(unknownName(document, ['rules', at], 'rule', id, known));
    else if (written.indexOf(id) !== at)
      problems.push(problemAt(document, ['rules', at], `the rule ${id} is cited twice`));
    else if (!known.some((each) => each === id))
      problems.push(problemAt(document, ['rules', at], `${id} is a rule for API clients, not for servers`));
  }
  return written.filter(isRuleId);
}

/** The rules of a file that has other faults. */
function rulesIn(value: unknown): readonly string[] {
  const written = isObject(value) ? value['rules'] : undefined;
  return Array.isArray(written) ? written.filter((each) => typeof each === 'string') : [];
}

function textIn(value: unknown, key: 'title' | 'since'): string | undefined {
  const written = isObject(value) ? value[key] : undefined;
  return typeof written === 'string' ? written : undefined;
}

/** One mistake in a matrix scenario shows in every row: it is told once. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const unique = new Map(
    problems.map((each) => [`${each.file} ${each.line}:${each.column} ${each.message}`, each]),
  );
  return [...unique.values()].toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

// Fragments that scenarios include: each is read once for all cases of a file.

type Fragment = ReadResult<{ readonly document: YamlDocument; readonly steps: readonly unknown[] }>;

/** @param read the text of a fragment by its path; undefined when there is none. */
function createIncludes(
  read: ((path: string) => string | undefined) | undefined,
  budget: Budget,
): StepsSource['include'] {
  const known = new Map<string, Fragment | undefined>();
  const fragmentAt = (path: string): Fragment | undefined => {
    if (!known.has(path)) known.set(path, readFragment(path, read?.(path)));
    return known.get(path);
  };
  return (path: string, check: Checker) => {
    const fragment = fragmentAt(path);
    if (!fragment) {
      check.problem(
        ['include'],
        `there is no fragment ${path}`,
        'Write the path from the place of this file.',
      );
      return undefined;
    }
    if (!fragment.ok) {
      check.names.problems.push(...fragment.problems);
      return undefined;
    }
    const { document, steps } = fragment.value;
    if (budget.spend(steps)) return { document, path: ['steps'], steps };
    check.problem(['include'], tooLarge);
    return undefined;
  };
}

const tooLarge = `the cases of this file have more than ${SCENARIO_LIMITS.values} values in all`;

function readFragment(path: string, text: string | undefined): Fragment | undefined {
  if (text === undefined) return undefined;
  const read = readYaml(text, path);
  const valid = read.ok ? validate(read.value, fragmentSchema) : read;
  if (valid.ok && read.ok) return { ok: true, value: { document: read.value, steps: valid.value.steps } };
  const problems: readonly Problem[] = valid.ok ? [] : valid.problems;
  return { ok: false, problems };
}
