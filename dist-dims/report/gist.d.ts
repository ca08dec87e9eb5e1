/** @param length the most characters that come back; what is left out shows as `…`. */
export declare function gist(value: unknown, length: number): string;
/** The text, or its beginning and an ellipsis. */
export declare function cut(text: string, length: number): string;
