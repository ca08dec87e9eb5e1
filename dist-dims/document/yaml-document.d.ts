import type { Problem } from './problem.js';
export type Path = readonly PropertyKey[];
export interface YamlDocument {
    readonly file: string;
    readonly text: string;
    /** Plain JavaScript data. */
    readonly value: unknown;
    /** Where the value at `path` stands; the nearest enclosing value when the path leads nowhere. */
    placeOf(path: Path): Pick<Problem, 'file' | 'line' | 'column'>;
    /** Where the key that leads to `path` stands. */
    placeOfKey(path: Path): Pick<Problem, 'file' | 'line' | 'column'>;
}
export type Read<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly problems: readonly Problem[];
};
/** @param file name under which problems are reported; the text is given, no file is read. */
export declare function readYaml(text: string, file: string): Read<YamlDocument>;
