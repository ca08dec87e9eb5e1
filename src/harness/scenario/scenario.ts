// A scenario as the rest of the harness sees it: what it checks, what it needs, and its steps.
import type { Needs } from './needs.js';
import type { Step } from './verbs/verb.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { SourcePlace } from '../verdict/verdict.js';
import type { MatrixRow } from './language/matrix.js';

/** One file: one behaviour, in as many cases as its matrix has rows. */
export interface Scenario {
  /** `<area>/<name>`, from the file's path. */
  readonly id: string;
  readonly area: string;
  readonly title: string;
  /** The rules that the file cites, over all of its cases. */
  readonly rules: readonly RuleId[];
  readonly place: SourcePlace;
  /** The revision of the interface that it came with; absent: the first. */
  readonly since?: string;
  readonly cases: readonly ScenarioCase[];
}

/** A scenario under one row of its matrix: what the plan turns into a check. */
export interface ScenarioCase {
  /** The scenario's id; with a matrix, `<id>:<row>`. */
  readonly id: string;
  readonly rules: readonly RuleId[];
  readonly title: string;
  /** Why it is checked this way. */
  readonly about?: string;
  readonly needs: Needs;
  readonly steps: readonly Step[];
  /** Run after every attempt, however it ended. */
  readonly cleanup: readonly Step[];
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
