export interface Pattern {
    /** Whether the expression finds something in the text. */
    test(text: string): boolean;
}
export type CompiledPattern = {
    readonly ok: true;
    readonly value: Pattern;
} | {
    readonly ok: false;
    readonly message: string;
};
export declare const PATTERN_LIMITS: {
    /** Characters of an expression. */
    length: number;
    /** Instructions of its program: `a{500}` has about 500. */
    program: number;
};
/** The expression in the syntax of JavaScript, as far as the engine has it; `message` says what it lacks. */
export declare function compilePattern(source: string): CompiledPattern;
