export interface Problem {
    readonly file: string;
    /** Both count from 1. */
    readonly line: number;
    readonly column: number;
    readonly message: string;
    /** What to do about it. */
    readonly hint?: string;
}
/** `file:line:column`, the form that editors and CI services turn into a link. */
export declare function placeOf(problem: Pick<Problem, 'file' | 'line' | 'column'>): string;
/** The problem with the lines around it and a caret under the place; `source` is the text of the file. */
export declare function formatProblem(problem: Problem, source: string): string;
