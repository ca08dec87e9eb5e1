import type { Needs } from './needs.js';
import type { CaseHead, ScenarioHead } from './scenario-head.js';
import type { Step } from './verbs/verb.js';
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
