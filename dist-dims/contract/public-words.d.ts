export declare const PUBLIC_WORDS: readonly string[];
