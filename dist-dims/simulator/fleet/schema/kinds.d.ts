/** For the `error` of a discriminated union; undefined leaves other mistakes to zod. */
export declare function unknownKind(kinds: readonly string[]): (issue: {
    code: string;
    input?: unknown;
}) => string | undefined;
