import { type Result } from '../../document/complaint.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
/** All scenarios that come with the program, whole. */
export declare function bundledScenarios(cwd: string): Result<Scenario[]>;
export declare function loadScenarios(paths: readonly string[], cwd: string): Result<Scenario[]>;
