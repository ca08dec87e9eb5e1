export declare function isObject(value: unknown): value is Record<string, unknown>;
/** The value that the text stands for; undefined where it is no JSON. */
export declare function jsonIn(text: string): unknown;
