/** Another reading of a text, or of a part of it. */
export interface View {
    readonly text: string;
    /** Where in the original the characters from `from` to before `to` of this reading come from. */
    original(from: number, to: number): readonly [from: number, to: number];
    /** The stretch of the original, widened to whole escapes. */
    around?(from: number, to: number): readonly [from: number, to: number];
}
/** Escapes of URLs, JSON, HTML, mail and programming languages undone, and invisible characters left out. */
export declare function unescaped(text: string): View | undefined;
/** What stretches of the text are when they are base64 or hex, whatever stands before and after the secret in them. */
export declare function decoded(text: string): Generator<View>;
