import type { ScenarioHead } from '../scenario/scenario-head.js';
import type { Selection, SelectionProblem } from './selection.js';
/** A case of a scenario: of one that has been read whole, or of the head of one. */
export interface Selected<S extends ScenarioHead> {
    readonly scenario: S;
    readonly case: S['cases'][number];
}
export interface Selecting<S extends ScenarioHead> {
    readonly cases: readonly Selected<S>[];
    readonly problems: readonly SelectionProblem[];
}
/** @param alsoKnown names of other kinds that can be given beside scenarios: a mistyped one is told. */
export declare function select<S extends ScenarioHead>(scenarios: readonly S[], { only, rules, without }: Selection, alsoKnown?: readonly string[]): Selecting<S>;
