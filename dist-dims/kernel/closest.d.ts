/** The candidate within a third of the name's length in edits, or undefined when none is that near. */
export declare function closest(name: string, candidates: Iterable<string>): string | undefined;
