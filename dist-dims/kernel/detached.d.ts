/** The first `longest` characters of the text, for those who keep them longer than the text that they came in. */
export declare function detached(text: string, longest: number): string;
