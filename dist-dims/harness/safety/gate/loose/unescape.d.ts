/** @param slashes a backslash is a separator there, and escapes nothing. */
export declare function unescapeOnce(text: string, slashes: boolean): string;
