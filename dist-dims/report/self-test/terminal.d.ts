import type { Paint } from '../paint.js';
import type { Matrix } from '../../lab/self-test/matrix.js';
export declare function terminalMatrix(matrix: Matrix, paint: Paint): string;
