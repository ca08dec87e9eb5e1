import type { Path, YamlDocument } from '../../../document/yaml-document.js';
export interface Row {
    /** The end of the check's id: `rest,on`; empty without a matrix. */
    readonly label: string;
    readonly values: Readonly<Record<string, unknown>>;
}
export type Matrix = Readonly<Record<string, readonly unknown[]>>;
/** How many rows a matrix has, without building them. */
export declare function rowCount(matrix: Matrix): number;
/** Every value with every other, the last name varying fastest. */
export declare function rowsOf(matrix: Matrix): readonly Row[];
/** The document with the row's values put in, without the matrix. Places stay those of the file. */
export declare function fillIn(document: YamlDocument, row: Row): YamlDocument;
export interface MatrixUse {
    readonly path: Path;
    /** The name after `matrix.`; empty when there is none. */
    readonly name: string;
    /** As it is written, without `$` and braces. */
    readonly text: string;
}
/** Every place that speaks of the matrix. */
export declare function matrixUses(value: unknown, path?: Path): readonly MatrixUse[];
