/** The value of the text; undefined when two parsers could differ about it. */
export declare function plainJson(text: string): {
    readonly value: unknown;
} | undefined;
/** Whether the values are the same but for the order of keys. */
export declare function same(one: unknown, other: unknown): boolean;
