import type { Matrix } from '../../lab/self-test/matrix.js';
export declare function markdownMatrix(matrix: Matrix): string;
