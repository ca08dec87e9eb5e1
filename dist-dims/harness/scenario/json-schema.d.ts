type JsonSchema = Record<string, unknown>;
/** Written against the 2020-12 draft. Editors take it from the first line of a file or from their settings. */
export declare function scenarioJsonSchema(): JsonSchema;
export {};
