import type { Result } from '../../document/complaint.js';
import { type ScenarioHead } from '../../harness/scenario/scenario-head.js';
/**
 * A file whose head says nothing is read whole, for it may be one of those that are meant.
 * @param couldMean whether a scenario of this id may be meant; default: all may.
 */
export declare function bundledHeads(cwd: string, couldMean?: (id: string) => boolean): Promise<Result<ScenarioHead[]>>;
