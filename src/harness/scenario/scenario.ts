// A scenario as the rest of the harness sees it: what it checks, what it needs, and its steps.
import type { Needs } from './needs.js';
import type { Step } from './verbs/verb.js';
import { isRuleId, type RuleId } from '../../contract/rules/catalogue.js';
import { readYaml } from '../../document/yaml-document.js';
import { isObject } from '../../kernel/json.js';
import type { SourcePlace } from '../verdict/verdict.js';
import { SCENARIO_LIMITS } from './language/modifiers.js';
import { fillIn, type Matrix, type MatrixRow, rowCount, rowsOf } from './language/matrix.js';

/** One file: one behaviour, in as many cases as its matrix has rows. */
export interface Scenario extends ScenarioHead {
  readonly cases: readonly ScenarioCase[];
}

/** A scenario under one row of its matrix: what the plan turns into a check. */
export interface ScenarioCase extends CaseHead {
  readonly title: string;
  /** Why it is checked this way. */
  readonly about?: string;
  readonly needs: Needs;
  readonly steps: readonly Step[];
  /** Run after every attempt, however it ended. */
  readonly cleanup: readonly Step[];
}

// The head of a scenario file: what it is chosen by, read without its steps, which are most of the file.

export interface ScenarioHead {
  /** `<area>/<name>`, from the file's path. */
  readonly id: string;
  readonly area: string;
  readonly title: string;
  /** The rules that the file cites, over all of its cases. */
  readonly rules: readonly RuleId[];
  readonly place: SourcePlace;
  /** The revision of the interface that it came with; absent: the first. */
  readonly since?: string;
  readonly cases: readonly CaseHead[];
}

export interface CaseHead {
  /** The scenario's id; with a matrix, `<id>:<row>`. */
  readonly id: string;
  readonly rules: readonly RuleId[];
}

/** The keys that make a head, and any other key at the beginning of a line. */
const HEAD_KEY = /^(?:title|since|rules|matrix):(?:\s|$)/;
const ANY_KEY = /^\w+:(?:\s|$)/;
/** What can stand at the beginning of a line beside keys and belong to the key above it. */
const CONTINUED = /^(?:\s|#|-\s|$)/;

/**
 * Undefined where the head has a mistake, or is written so that the keys are not told by the beginnings of lines:
 * then only the whole file says what it is.
 * @param file path under which the file is known; the id comes from it.
 */
export function readHead(text: string, file: string): ScenarioHead | undefined {
  const excerpt = headOf(text);
  const read = excerpt === undefined ? undefined : readYaml(excerpt, file);
  if (!read?.ok || !isObject(read.value.value)) return undefined;
  const document = read.value;
  const { matrix = {}, title, since } = read.value.value;
  if (typeof title !== 'string' || !isMatrix(matrix)) return undefined;
  if (rowCount(matrix) > SCENARIO_LIMITS.cases) return undefined;
  const id = scenarioId(file);
  const cases: CaseHead[] = [];
  for (const row of rowsOf(matrix)) {
    const { value } = fillIn(document, row);
    const rules = isObject(value) ? value['rules'] : undefined;
    if (!Array.isArray(rules) || rules.length === 0 || !rules.every(isRule)) return undefined;
    cases.push({ id: caseId(id, row), rules });
  }
  return headed(file, { title, since }, cases);
}

/** What the id, the title as it is written, and the cases of a scenario come to. */
export function headed<C extends CaseHead>(
  file: string,
  { title, since }: { readonly title: string; readonly since: unknown },
  cases: readonly C[],
): ScenarioHead & { readonly cases: readonly C[] } {
  const id = scenarioId(file);
  return {
    id,
    area: id.split('/')[0] ?? '',
    // In the place of what differs from row to row.
    title: title.replaceAll(/\$\{[^${}]*\}/g, '…'),
    rules: [...new Set(cases.flatMap(({ rules }) => rules))],
    place: { file, line: 1 },
    ...(typeof since === 'string' && { since }),
    cases,
  };
}

/** `scenarios/refresh/shared-budget.yaml` -> `refresh/shared-budget`. */
export function scenarioId(file: string): string {
  const parts = file.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = (parts.at(-1) ?? 'scenario').replace(/\.ya?ml$/, '');
  return `${parts.at(-2) ?? 'local'}/${name}`;
}

export function caseId(scenario: string, { label }: MatrixRow): string {
  return label === '' ? scenario : `${scenario}:${label}`;
}

function headOf(text: string): string | undefined {
  const lines: string[] = [];
  let kept = false;
  for (const line of text.split(/\r?\n/)) {
    if (ANY_KEY.test(line)) kept = HEAD_KEY.test(line);
    else if (!CONTINUED.test(line)) return undefined;
    if (kept) lines.push(line);
  }
  return lines.join('\n');
}

function isMatrix(value: unknown): value is Matrix {
  return isObject(value) && Object.values(value).every((each) => Array.isArray(each) && each.length > 0);
}

function isRule(value: unknown): value is RuleId {
  return typeof value === 'string' && isRuleId(value);
}
