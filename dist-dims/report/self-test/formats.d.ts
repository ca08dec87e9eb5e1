import type { Matrix } from '../../lab/self-test/matrix.js';
import type { Format } from '../format.js';
import type { MatrixFormat } from '../format-names.js';
export declare const matrixFormats: Readonly<Record<MatrixFormat, Format<readonly [matrix: Matrix]>>>;
