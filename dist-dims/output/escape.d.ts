/** On one line: line breaks are escaped, too. */
export declare function escaped(text: string): string;
/** Line breaks and tabs stay: they are the caller's own. */
export declare function escapedLines(text: string, escape?: (character: string) => string): string;
/** `\x1b`, `\u202e`, `\u{e0041}`. */
export declare function escapeOf(character: string): string;
/** As JSON writes it, in two parts beyond the basic plane: a parser gives the same text back. */
export declare function jsonEscapeOf(character: string): string;
