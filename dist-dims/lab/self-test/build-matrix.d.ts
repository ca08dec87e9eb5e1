import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { Matrix } from './matrix.js';
import type { Tried } from './trial.js';
export interface MatrixParts {
    readonly seed: number;
    readonly untried: number;
    readonly tried: readonly Tried[];
    readonly defects: readonly Defect[];
    readonly scenarios: readonly Scenario[];
}
export declare function buildMatrix({ seed, untried, tried, defects, scenarios }: MatrixParts): Matrix;
