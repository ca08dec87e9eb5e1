/** Texts in which nothing was found: names and words come again in every record. */
export declare function createHarmless(): Pick<Set<string>, 'has' | 'add' | 'clear'>;
export interface OpenTexts {
    add(texts: readonly string[]): void;
    has(folded: string): boolean;
}
/** Put together when they are first asked for: most searches find nothing that they would be asked about. */
export declare function createOpenTexts(): OpenTexts;
