export declare class AssertionError extends Error {
    readonly name = "AssertionError";
}
export declare function assert(condition: unknown, message: string): asserts condition;
/** For the `default` of an exhaustive switch: the compiler proves that it is never reached. */
export declare function unreachable(value: never): never;
