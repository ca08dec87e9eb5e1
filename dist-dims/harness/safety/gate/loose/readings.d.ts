export interface Readings {
    readonly all: readonly string[];
    /** What is there once every layer of escapes is off. */
    readonly last: string;
}
/** Undefined where there are more layers than anybody needs, or more text than can be looked at. */
export declare function readingsOf(part: string, isPath: boolean): Readings | undefined;
