import { type RuleId } from '../../contract/rules/catalogue.js';
import type { SourcePlace } from '../verdict/verdict.js';
import { type Row } from './language/matrix.js';
export interface ScenarioHead {
    /** `<area>/<name>`, from the file's path. */
    readonly id: string;
    readonly area: string;
    readonly title: string;
    /** The rules that the file cites, over all of its cases. */
    readonly rules: readonly RuleId[];
    readonly place: SourcePlace;
    readonly cases: readonly CaseHead[];
}
export interface CaseHead {
    /** The scenario's id; with a matrix, `<id>:<row>`. */
    readonly id: string;
    readonly rules: readonly RuleId[];
}
/**
 * Undefined where the head has a mistake, or is written so that the keys are not told by the beginnings of lines:
 * then only the whole file says what it is.
 * @param file path under which the file is known; the id comes from it.
 */
export declare function readHead(text: string, file: string): ScenarioHead | undefined;
/** What the id, the title as it is written, and the cases of a scenario come to. */
export declare function headed<C extends CaseHead>(file: string, title: string, cases: readonly C[]): ScenarioHead & {
    readonly cases: readonly C[];
};
/** `scenarios/refresh/shared-budget.yaml` -> `refresh/shared-budget`. */
export declare function scenarioId(file: string): string;
export declare function caseId(scenario: string, { label }: Row): string;
